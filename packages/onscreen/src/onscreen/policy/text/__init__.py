"""Text functions shared by the policies: arithmetic and dates."""
