// Handlebars, or mustache.js for those that speak Mustache: a list of jobs in, a list of texts out.
const fs = require("fs");

const engines = {
  handlebars: () => {
    const handlebars = require(process.argv[3]);
    return (template, data) => handlebars.compile(template)(data);
  },
  mustache: () => {
    const mustache = require(process.argv[3]);
    return (template, data) => mustache.render(template, data);
  },
};

const render = engines[process.argv[2]]();
// Without the whole of a minified library around the line that threw.
process.on("uncaughtException", error => {
  console.error(error.message);
  process.exit(1);
});
const jobs = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(jobs.map(job => render(job.Template, job.Data))));
