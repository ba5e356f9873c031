"""Text to orders and back: one language for every game."""

from pbem.orders.answers import PAIR, print_answer, read_answer, split_answer
from pbem.orders.checking import check_orders, next_turn, reason, stage_of, verbs_now
from pbem.orders.doctrine import read_doctrine
from pbem.orders.mail import change_orders, split_mail
from pbem.orders.model import CheckedLine, CheckedOrders, Command, DoctrineReading, Reading, ReadLine
from pbem.orders.printing import Printer, print_line, print_rule
from pbem.orders.reading import read_orders

__all__ = [
    "PAIR", "CheckedLine", "CheckedOrders", "Command", "DoctrineReading", "Printer", "ReadLine", "Reading", "change_orders", "check_orders",
    "next_turn", "print_answer", "print_line", "print_rule", "read_answer", "read_doctrine", "read_orders", "reason", "split_answer",
    "split_mail",
    "stage_of",
    "verbs_now",
]  # fmt: skip
