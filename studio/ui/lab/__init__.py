"""The lab in the window: many boards, many engines, one table and its charts."""
