module engines

go 1.19
