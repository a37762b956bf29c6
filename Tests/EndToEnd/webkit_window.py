"""A window that contains only a WebKit view, for WebKitWebDriver.

Debian's MiniBrowser has a tool bar and a minimum size, so it cannot show a page at the width of a phone. This window
can have any size. It runs with the system's Python, for which the GObject bindings are installed.

    webkit_window.py FOLDER WIDTH HEIGHT [dark] [reduced-motion]

Console messages are appended to FOLDER/console. Writing `WIDTH HEIGHT [dark] [reduced-motion]` and a line feed to the pipe
FOLDER/look changes the window and the preferences without reloading the page.
"""

import os
import sys
import tempfile

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402  (the versions must be named first)


def prefer(wishes):
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-application-prefer-dark-theme", "dark" in wishes)
    settings.set_property("gtk-enable-animations", "reduced-motion" not in wishes)


def main(folder, width, height, *wishes):
    Gtk.Settings.get_default().set_property("gtk-font-name", "Inter 11")  # the font that WebKit uses for system-ui
    prefer(wishes)
    windows = []

    # An ephemeral context would not report console messages.
    fresh = tempfile.mkdtemp(dir=folder)
    data = WebKit2.WebsiteDataManager(base_data_directory=f"{fresh}/data", base_cache_directory=f"{fresh}/cache")
    context = WebKit2.WebContext(website_data_manager=data)
    context.set_automation_allowed(True)

    def open_view(_session):
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window = Gtk.Window(decorated=False, default_width=int(width), default_height=int(height))
        window.add(view)
        window.show_all()
        windows.append(window)
        view.grab_focus()
        return view

    def start(_context, session):
        application = WebKit2.ApplicationInfo()
        application.set_name("webkit-window")
        application.set_version(1, 0, 0)
        session.set_application_info(application)
        session.connect("create-web-view", open_view)

    def look(pipe, _condition):
        width, height, *wishes = os.read(pipe, 1000).decode().split()
        # Of a tab that was closed the window is left.
        for window in windows:
            window.resize(int(width), int(height))
        prefer(wishes)
        return True

    context.connect("automation-started", start)
    # Open for writing too, so that the pipe never reaches its end.
    GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, os.open(f"{folder}/look", os.O_RDWR | os.O_NONBLOCK), GLib.IOCondition.IN, look)
    GLib.MainLoop().run()


if __name__ == "__main__":
    # WebKit writes to its standard streams, which the driver has closed.
    console = os.open(f"{sys.argv[1]}/console", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(console, sys.stdout.fileno())
    os.dup2(console, sys.stderr.fileno())
    main(*sys.argv[1:])
