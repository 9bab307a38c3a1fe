module tidewatch.example/server

go 1.22
