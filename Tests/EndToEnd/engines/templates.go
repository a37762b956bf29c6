// Go's own templates, as Supabase Auth and Kratos use them: a list of jobs in, a list of texts out.
package main

import (
	"encoding/json"
	htmltemplate "html/template"
	"io"
	"log"
	"os"
	"strings"
	texttemplate "text/template"
)

type job struct {
	Template string
	HTML     bool
	Data     map[string]any
}

type template interface {
	Execute(io.Writer, any) error
}

func main() {
	var jobs []job
	if err := json.NewDecoder(os.Stdin).Decode(&jobs); err != nil {
		log.Fatal(err)
	}
	texts := make([]string, len(jobs))
	for index, job := range jobs {
		var text strings.Builder
		if err := parsed(job).Execute(&text, job.Data); err != nil {
			log.Fatal(err)
		}
		texts[index] = text.String()
	}
	if err := json.NewEncoder(os.Stdout).Encode(texts); err != nil {
		log.Fatal(err)
	}
}

func parsed(job job) template {
	if job.HTML {
		return htmltemplate.Must(htmltemplate.New("mail").Parse(job.Template))
	}
	return texttemplate.Must(texttemplate.New("mail").Parse(job.Template))
}
