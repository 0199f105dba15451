import type { WellFormedReason } from '../xml/well-formed.ts'

const anew = 'Open the document in the program that made it, and save it anew.'
const escaped = 'Write &lt; for "<" in text.'
const paired = 'Close every element where it was opened, the innermost first.'

/** What is wrong with the XML of a part, and what to do, by reason. */
export const xmlFaultTexts: Readonly<Record<WellFormedReason, readonly [message: string, hint: string]>> = {
  not_xml: ['The part holds something else than XML.', anew],
  wrong_encoding: ['The part has bytes that are not of its encoding.', 'Save the part in UTF-8.'],
  no_root: ['The part has no root element.', anew],
  several_roots: [
    'The part goes on with another element behind the end of its root.',
    'Keep the first root element only.',
  ],
  unclosed_element: ['The part ends before all of its elements are closed; it was probably cut off.', paired],
  unclosed: ['The part ends before all of its elements are closed; it was probably cut off.', paired],
  mismatched_end_tag: ['An end tag closes another element than is open.', paired],
  mismatch: ['An end tag closes another element than is open.', paired],
  unopened_end_tag: ['An end tag closes what is not open.', 'Remove the end tag.'],
  stray_bracket: ['A "<" begins no tag.', escaped],
  bad_name: ['A "<" begins no tag.', escaped],
  unclosed_tag: ['A tag is not closed with ">".', `Close the tag. ${escaped}`],
  unclosed_attribute: ['The value of an attribute has no end.', 'Put the quotation mark at its end.'],
  syntax: ['A tag, a comment or the value of an attribute has no end.', `Close it. ${escaped}`],
  unclosed_markup: [
    'A comment, a CDATA section or a processing instruction has no end.',
    'End it with "-->", "]]>" or "?>".',
  ],
  doctype: ['The part declares a document type.', 'Remove the declaration.'],
  too_deep: ['The elements of the part stand too deep in each other.', anew],
  bad_declaration: [
    'The XML declaration is faulty, or does not stand at the very beginning.',
    'Begin the part with <?xml version="1.0" encoding="UTF-8"?>.',
  ],
  bad_attribute: ['An attribute is not written as name="value".', 'Put its value in quotation marks.'],
  duplicate_attribute: ['An element has an attribute twice.', 'Keep one of the two.'],
  bad_reference: [
    'An "&" begins no reference that XML knows.',
    'Write &amp; for "&" in text, and &#160; instead of names such as &nbsp;.',
  ],
  bad_character: ['A character stands here that XML does not allow.', 'Remove the character.'],
  text_outside: ['Text stands outside of the root element.', 'Remove the text.'],
}
