def into(document, results):
    return document
