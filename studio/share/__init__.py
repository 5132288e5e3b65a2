"""What leaves the house: pictures, books, films and pages. No widgets: everything is painted by the one painter."""
