"""The same states, blocks, conditions, destinations of links, messages and requirements as in the original, and nothing but words."""

from ..findings import Finding

NAME = "structure"


def judge(original, translation, language):
    if translation.error:
        return
    for place, message in (*differences(original, translation), *unknown(original, translation)):
        yield Finding(NAME, translation.path, place, place, message)


def unknown(original, translation):
    """Texts that the original does not have, and keys that are behaviour."""
    # A state with other blocks is told once.
    for place in translation.texts:
        if place not in original.texts and not place.startswith(tuple(translation.blocks)):
            yield place, "the original has no such text"
    for key in translation.others:
        yield key, "is no text of the original; a translation has words and nothing else"


def differences(original, translation):
    if original.conditions != translation.conditions:
        yield "", f"has the conditions {', '.join(translation.conditions) or 'none'} instead of {', '.join(original.conditions) or 'none'}"
    before, after = original.blocks, translation.blocks
    for state in before:
        if state not in after:
            yield state, "the state is missing"
            continue
        if [block.kind for block in before[state]] != [block.kind for block in after[state]]:
            yield state, f"has {kinds(after[state])} instead of {kinds(before[state])}"
            continue
        for number, (one, other) in enumerate(zip(before[state], after[state]), 1):
            yield from block_differences(f"{state} {number}", one, other)
    for state in after:
        if state not in before:
            yield state, "the original has no such state"


def kinds(blocks):
    return ", ".join(block.kind for block in blocks) or "nothing"


def block_differences(place, original, translation):
    """The links may stand in another order."""
    if sorted(original.links) != sorted(translation.links):
        targets = [", ".join(f"({target}{' …' if busy else ''})" for target, busy in block.links) or "none" for block in (translation, original)]
        yield place, f"has the links {targets[0]} instead of {targets[1]}"
    if original.marks != translation.marks:
        yield place, "has other emphasis or code than the original"
