fetch("https://tracker.example");
