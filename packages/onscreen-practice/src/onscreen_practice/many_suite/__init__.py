"""Suite of tasks on several devices: a desktop, a browser and a phone."""
