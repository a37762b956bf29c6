# Devise's views as Rails finds and renders them, and the subject as its mailer looks it up: a job in, an email out.
require "fileutils"
require "json"
require "tmpdir"
require "yaml"
require "action_view"
require "i18n"

# Rails escapes in no template of text/plain; by itself, without Rails' types of content, ActionView calls it :text.
ActionView::Template::Handlers::ERB.escape_ignore_list = [ActionView::Template::Types[:text]]

job = JSON.parse($stdin.read)
data = job["data"]
name = job["template"]
resource = Struct.new(:name, :email).new(data["name"], data["email"])
assigns = { token: data["token"], email: data["email"], resource: resource }
lookup = ActionView::LookupContext.new([File.join(job["root"], "app/views")])
view = ActionView::Base.with_empty_template_cache.new(lookup, assigns, nil)
html, text = [:html, :text].map { |format| view.render(template: "devise/mailer/#{name}", formats: [format]) }

# An application's locales are config/locales/*.{rb,yml} in the order of their names (Rails::Paths), and the last one
# wins; Devise's generator has put its own there.
Dir.mktmpdir do |folder|
  File.write(File.join(folder, "devise.en.yml"), { "en" => { "devise" => { "mailer" => { name => {
    "subject" => "The generator's subject" } } } } }.to_yaml)
  File.write(File.join(folder, "en.yml"), { "en" => {} }.to_yaml)
  Dir[File.join(job["root"], "config/locales/*.yml")].each { |file| FileUtils.cp(file, folder) }
  I18n.load_path = Dir[File.join(folder, "*.{rb,yml}")].sort
  subject = I18n.t("devise.mailer.#{name}.subject")
  puts({ subject: subject, html: html, text: text }.to_json)
end
