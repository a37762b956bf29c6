# ERB as Rails has it, which is what Devise's mailer renders with: a list of jobs in, a list of texts out.
require "json"
require "action_view"

# Rails escapes in no template of text/plain; by itself, without Rails' types of content, ActionView calls it :text.
ActionView::Template::Handlers::ERB.escape_ignore_list = [ActionView::Template::Types[:text]]

texts = JSON.parse($stdin.read).map do |job|
  data = job["Data"]
  resource = Struct.new(:name, :email).new(data["name"], data["email"])
  lookup = ActionView::LookupContext.new([])
  lookup.formats = [job["HTML"] ? :html : :text]
  view = ActionView::Base.with_empty_template_cache.new(
    lookup, { token: data["token"], email: data["email"], resource: resource }, nil)
  view.render(inline: job["Template"], type: :erb)
end
puts texts.to_json
