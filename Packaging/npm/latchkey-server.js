#!/usr/bin/env node
require("./run.js")("latchkey-server");
