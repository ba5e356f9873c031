"""The first turns of the campaign by mail: what `make prove` does to its end."""

from tests.proofs.campaign import prove


def test_the_first_turns_of_the_campaign_by_mail_are_sound_and_replay_to_the_byte() -> None:
    seen = list[tuple[int, int]]()
    found = prove(quick=True, seed=1, say=lambda done, of: seen.append((done, of)))
    assert (found["violations"], found["refused"], found["differences"]) == (0, 0, 0), found["faults"]
    assert found["asked"], "fights of the first two turns ask the other side, and the mails say so"
    assert found["mails"] > 30 and seen[-1] == (1, 2), "two turns, told as they go by"
