"use strict";

const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

/**
 * Finds a program in the package of this platform, which npm installs as an optional dependency.
 * @param {string} name
 */
function find(name) {
  const wanted = `@latchkey/${process.platform}-${process.arch}`;
  const packages = Object.keys(require("./package.json").optionalDependencies);
  if (!packages.includes(wanted)) {
    const platforms = packages.map((each) => each.replace("@latchkey/", "")).join(", ");
    throw `there is no Latchkey for ${process.platform}-${process.arch}; there is one for ${platforms}`;
  }
  try {
    return join(dirname(require.resolve(`${wanted}/package.json`)), "bin", name);
  } catch {
    throw `the package ${wanted} is not installed. Install again on this machine, without --omit=optional`;
  }
}

/**
 * Runs a program with the arguments and streams of this process, and exits as it does.
 * @param {string} name
 */
module.exports = (name) => {
  try {
    const child = spawn(find(name), process.argv.slice(2), { stdio: "inherit" });
    // A terminal sends Ctrl-C to both processes, so that signal is not passed on.
    process.on("SIGINT", () => {});
    for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", (error) => fail(String(error)));
    child.on("exit", (code, signal) => {
      if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      } else {
        process.exit(code);
      }
    });
  } catch (reason) {
    fail(reason);
  }
};

/** @param {string} reason */
function fail(reason) {
  const musl = process.platform === "linux" && !existsSync("/lib64/ld-linux-x86-64.so.2") && !existsSync("/lib/ld-linux-aarch64.so.1");
  console.error(`error: ${reason}${musl ? ". It needs glibc, which this system does not have" : ""}.`);
  process.exit(1);
}
