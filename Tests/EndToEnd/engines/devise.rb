# Devise's own mailer in a Rails application with nothing but Devise's views and locale, as its generators copy them, and the
# exported files beside them. Each line in is a job and each line out the delivered message's parts; a job has a process of its
# own, forked when Rails is loaded, since a process has one application.
require "fileutils"
require "json"
require "logger"
require "rails"
require "action_controller/railtie"
require "action_mailer/railtie"
require "devise"
require "tmpdir"

class Application < Rails::Application
  config.eager_load = false
  config.logger = Logger.new(nil)
  config.secret_key_base = "none"
  config.action_mailer.delivery_method = :test
  config.action_mailer.default_url_options = { host: "elsewhere.example" }
end

# What an application's model says; without modules, so that it needs no database.
User = Struct.new(:email, :name) do
  def devise_scope = :user
end

def delivered(job, root)
  devise = Gem.loaded_specs["devise"].full_gem_path
  FileUtils.mkdir_p([File.join(root, "app/views/devise"), File.join(root, "config/locales")])
  FileUtils.cp_r(File.join(devise, "app/views/devise/mailer"), File.join(root, "app/views/devise"))
  FileUtils.cp(File.join(devise, "config/locales/en.yml"), File.join(root, "config/locales/devise.en.yml"))
  FileUtils.cp_r(File.join(job["root"], "."), root)
  Application.config.root = root
  Devise.mailer_sender = "app@example.com"
  Application.initialize!
  Devise.add_mapping(:user, {}) # as routes do

  data = job["data"]
  arguments = job["has_token"] ? [data["token"]] : []
  I18n.available_locales = [:en, :fr, :"pt-BR"]
  I18n.locale = data["language"].to_s.empty? ? :en : data["language"]
  Devise.mailer.public_send(job["template"], User.new(data["email"], data["name"]), *arguments).deliver_now
  message = ActionMailer::Base.deliveries.fetch(0)
  raise "sent to #{message.to}" unless message.to == [data["email"]]
  html, text = [message.html_part, message.text_part].map { |part| part.decoded.gsub("\r\n", "\n") }
  { subject: message.subject, html: html, text: text }
end

$stdin.each_line do |line|
  child = fork do
    answer = Dir.mktmpdir { |root| delivered(JSON.parse(line), root) }
  rescue StandardError => error
    answer = { error: error.full_message(highlight: false) }
  ensure
    $stdout.puts(answer.to_json)
    $stdout.flush
  end
  Process.wait(child)
end
