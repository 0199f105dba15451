import type { AdviceTable } from './advice-table.ts'

/** The html itself; what the standard's tokenizer complains of has its own names (HTML standard, 13.2.2). */
export const structure = {
  no_doctype: [
    'warning',
    'The html has no doctype; programs fall back to the rules of old pages.',
    'Begin with <!doctype html>.',
  ],
  no_charset: [
    'warning',
    'The html does not say its encoding; saved or forwarded, umlauts break.',
    'Write <meta charset="utf-8"> into the head.',
  ],
  no_viewport: [
    'info',
    'The html says nothing of small screens; telephones show it tiny.',
    'Write <meta name="viewport" content="width=device-width, initial-scale=1">.',
  ],
  repeated_element: ['warning', 'An element that a page has once is there again.', 'Take the second one out.'],
  unclosed_element: ['error', 'An element is not closed.', 'Add its end tag.'],
  stray_end_tag: ['error', 'An end tag closes nothing.', 'Remove it, or open the element before it.'],
  unclosed_cell: [
    'warning',
    'A row or cell is closed only by what follows it; Outlook may take that otherwise.',
    'Add its end tag.',
  ],
  self_closed_element: [
    'warning',
    'Only elements without content can be closed by "/>"; this one stays open.',
    'Write an end tag.',
  ],
  end_of_void: ['warning', 'An element without content has no end tag.', 'Take the end tag out.'],
  duplicate_attribute: [
    'warning',
    'An attribute is given twice with different values; the second is ignored.',
    'Keep one.',
  ],
  repeated_attribute: ['info', 'An attribute is given twice with the same value.', 'Keep one.'],
  duplicate_id: ['warning', 'An id is given twice; links and labels find only the first.', 'Give each its own.'],
  section_crosses_element: [
    'warning',
    'A section begins inside an element and ends outside of it; with other data the html is broken.',
    'Close in the section what it opens.',
  ],
  nested_link: ['error', 'A link stands in a link.', 'Close the first before the second.'],
  nested_form: ['warning', 'A form stands in a form.', 'Close the first before the second.'],
  text_in_table: [
    'warning',
    'Text stands in a table, but in no cell; programs move it before the table.',
    'Put it into a cell.',
  ],
  misplaced_element: ['warning', 'An element stands where it may not.', 'Put it into the element that it belongs to.'],
  block_in_paragraph: [
    'warning',
    'A paragraph ends where this element begins.',
    'Close the paragraph before, or use a division.',
  ],
  too_many_branches: [
    'warning',
    'Conditions have more branches, or stand deeper in each other, than are gone through: some were not checked.',
    'Make partials or templates of them, and have those checked.',
  ],
  unknown_element: ['warning', 'There is no such element.', 'Correct its name.'],
  obsolete_element: ['info', 'The element is obsolete.', 'Use a style.'],
  misspelt_attribute: ['warning', 'There is no such attribute.', 'Correct its name.'],
  unknown_class: [
    'warning',
    'A class or id differs by a slip from one that has a style.',
    'Write one name, if the same is meant.',
  ],
  empty_element: ['warning', 'An element has nothing in it.', 'Fill it, or take it out.'],
  invalid_attribute: ['warning', 'An attribute has a value that it cannot have.', 'Correct it.'],
  unknown_entity: [
    'warning',
    'There is no such entity; it is shown as it is written.',
    'Correct its name, or write &amp;.',
  ],
  entity_without_semicolon: ['warning', 'An entity has no semicolon at its end.', 'Add it.'],
  wrong_charset: [
    'warning',
    'The html names another encoding than that of the e-mail, UTF-8; saved or forwarded, umlauts break.',
    'Write <meta charset="utf-8">.',
  ],
  unknown_condition: [
    'warning',
    'Outlook knows no such condition, and reads what is in the comment as if it did not hold.',
    'Write [if mso], or [if gte mso 9].',
  ],
  control_character: ['warning', 'A control character stands in the text, or an entity for one.', 'Take it out.'],
  stray_less_than: ['warning', 'A "<" begins no tag.', 'Write &lt;.'],
  odd_comment: ['warning', 'A comment is not written as one.', 'Write <!-- … -->.'],
  odd_end_tag: ['warning', 'An end tag has attributes or a slash, or no name.', 'Write </name>.'],
  stray_solidus: ['warning', 'A slash stands between attributes.', 'Take it out.'],
  office_element: [
    'warning',
    'An element of Office stands outside of a conditional comment.',
    'Put it into <!--[if mso]> … <![endif]-->, and give all others a link of html.',
  ],
  unclosed_conditional: [
    'warning',
    'A conditional comment for Outlook is not closed, or closed without being opened.',
    'Write <!--[if mso]> … <![endif]-->.',
  ],
  unbalanced_conditional: [
    'warning',
    'What conditional comments open for Outlook they do not close.',
    'Close each table, row and cell in a comment with the same condition.',
  ],
  unclosed_quote: [
    'error',
    'The quotation mark of an attribute is not closed; it takes in what follows.',
    'Add the quotation mark.',
  ],
  eof_in_tag: ['error', 'The html ends inside a tag.', 'Close it with >.'],
  eof_in_comment: ['error', 'A comment is not closed.', 'Write -->.'],
  eof_in_script_html_comment_like_text: ['error', 'A script is not closed.', 'Take the script out.'],
  missing_attribute_value: ['error', 'An attribute has no value after "=".', 'Write one, in quotation marks.'],
  missing_whitespace_between_attributes: ['warning', 'A space is missing between attributes.', 'Add it.'],
  unexpected_character_in_attribute_name: [
    'error',
    'A quotation mark or "<" stands where an attribute name belongs.',
    'Check the quotation marks before it.',
  ],
  unexpected_character_in_unquoted_attribute_value: [
    'error',
    'An attribute value lacks its quotation marks.',
    'Write name="value".',
  ],
  unexpected_equals_sign_before_attribute_name: [
    'error',
    'A "=" stands where an attribute name belongs.',
    'Take it out.',
  ],
  unexpected_null_character: ['error', 'The html holds a NUL character.', 'Take it out.'],
} as const satisfies AdviceTable

export const css = {
  unclosed_css_block: ['warning', 'A block of a style sheet is not closed; what follows is lost.', 'Add }.'],
  stray_css_brace: ['warning', 'A } of a style sheet closes nothing.', 'Take it out.'],
  unclosed_css_comment: ['warning', 'A comment of a style is not closed; what follows is lost.', 'Add */.'],
  invalid_css: ['warning', 'This is no declaration of a style.', 'Write name: value;.'],
  missing_css_semicolon: ['warning', 'A semicolon is missing between two declarations; both are lost.', 'Add it.'],
  unknown_css_property: ['warning', 'There is no such property.', 'Correct its name.'],
  empty_css_value: ['warning', 'A property has no value.', 'Write one, or take it out.'],
  missing_css_unit: ['warning', 'A length has no unit; it is ignored.', 'Write px.'],
  unknown_css_unit: ['warning', 'There is no such unit; the length is ignored.', 'Write px.'],
  space_before_css_unit: [
    'warning',
    'A space stands between a number and its unit; the length is ignored.',
    'Take the space out.',
  ],
  too_many_styles: [
    'warning',
    'The style sheets are too much to tell how elements look: contrast, sizes and hidden text were not checked.',
    'Take out rules that the html does not use.',
  ],
  invalid_css_color: ['warning', 'This is no colour.', 'Write # and three or six hexadecimal digits.'],
} as const satisfies AdviceTable

export const clients = {
  unsupported_element: [
    'warning',
    'Some mail programs do not show this element.',
    'Check that the message works without it.',
  ],
  active_element: ['error', 'Mail programs take this element out, and spam filters mind it.', 'Take it out.'],
  unsupported_style: ['warning', 'Some mail programs ignore this style.', 'Check that the message works without it.'],
  unsupported_selector: ['info', 'Some mail programs ignore rules with this selector.', 'Use classes.'],
  unsupported_image: ['warning', 'Some mail programs do not show images of this kind.', 'Use PNG, JPEG or GIF.'],
  partial_support: ['info', 'Some mail programs support this in part.', 'See the notes.'],
  external_stylesheet: ['warning', 'Mail programs do not load style sheets.', 'Write the styles into the html.'],
  long_style: [
    'warning',
    'Gmail drops a style element of more than 8,192 characters.',
    'Split it, or move styles into the tags.',
  ],
  style_in_body: [
    'info',
    'A style element stands outside of the head, where some mail programs drop it.',
    'Move it into the head.',
  ],
  background_without_color: [
    'warning',
    'A background image has no background colour; where it is not shown, text may vanish.',
    'Add background-color or bgcolor.',
  ],
  font_without_fallback: [
    'warning',
    'A font has no common one to fall back to.',
    'End the list with Arial, sans-serif or the like.',
  ],
  wide_layout: ['warning', 'The layout is wider than 700 pixels; many windows cut it.', 'Stay at 600 to 640.'],
  negative_margin: ['info', 'Outlook and Gmail ignore negative margins.', 'Lay out with tables.'],
} as const satisfies AdviceTable

export const accessibility = {
  no_language: ['warning', 'The html does not say its language.', 'Write <html lang="en">.'],
  bad_language: ['warning', 'This is no language tag.', 'Write one such as en or de-AT.'],
  no_title: ['warning', 'The html has no title.', 'Put <title>…</title> into its head.'],
  no_alternative_text: ['warning', 'An image has no alternative text.', 'Write alt="…", or alt="" for decoration.'],
  file_name_as_text: [
    'warning',
    'The alternative text of an image is a file name or an address.',
    'Say what it shows.',
  ],
  vague_alternative_text: [
    'info',
    'The alternative text of an image does not say what it shows.',
    'Say what it shows.',
  ],
  long_alternative_text: [
    'info',
    'The alternative text of an image has more than 150 characters.',
    'Shorten it; say the rest in the text.',
  ],
  empty_link_text: [
    'warning',
    'A link has no words; screen readers have nothing to say.',
    'Write words, or an alternative text for its image.',
  ],
  vague_link_text: ['info', 'The text of a link does not say where it leads.', 'Name the target.'],
  layout_table: ['info', 'A table for layout is read out as data.', 'Write role="presentation".'],
  invalid_role: ['warning', 'There is no such role.', 'Correct it.'],
  skipped_heading: ['warning', 'A level of headings is left out.', 'Use the levels in order.'],
  several_main_headings: ['info', 'There are several headings of the first level.', 'Use h2 for the others.'],
  empty_heading: ['warning', 'A heading has no words.', 'Write some, or take it out.'],
  low_contrast: [
    'warning',
    'Text and background differ too little to be read well (WCAG 2.2, 1.4.3).',
    'Use a darker or lighter colour.',
  ],
  small_text: ['warning', 'Text is smaller than 12 pixels.', 'Use 14 or more.'],
  no_direction: [
    'warning',
    'Text that is written from right to left stands in an element that does not say so.',
    'Write dir="rtl".',
  ],
  zoom_blocked: ['warning', 'Readers cannot enlarge the page.', 'Take user-scalable and maximum-scale out.'],
  hidden_link: [
    'warning',
    'A link is hidden from screen readers, but the keyboard reaches it.',
    'Take aria-hidden out, or add tabindex="-1" where another link leads there.',
  ],
  missing_reference: [
    'warning',
    'An attribute names an element that is not there.',
    'Give that element the id, or correct the name.',
  ],
  signs_for_list: [
    'info',
    'A list is written by signs; screen readers do not say that it is one.',
    'Write <ul> and <li>.',
  ],
  justified_text: [
    'info',
    'Justified text has gaps that many readers stumble over (WCAG 2.2, 1.4.8).',
    'Write text-align: left.',
  ],
  tab_order: ['warning', 'A positive tabindex changes the order of the keyboard.', 'Take it out.'],
  unlabelled_field: ['info', 'A field of a form has no label.', 'Add a label, or aria-label.'],
} as const satisfies AdviceTable

export const images = {
  image_without_source: ['warning', 'An image has no address.', 'Give it a src.'],
  data_image: [
    'warning',
    'Gmail and Outlook do not show images written as data:.',
    'Attach it inline and write cid:, or link it.',
  ],
  inline_image: ['info', 'The image must come as an inline attachment.', 'Send it with that content id.'],
  relative_image: [
    'warning',
    'The address of an image is relative; an e-mail has no place that it could relate to.',
    'Write the whole address.',
  ],
  insecure_image: ['warning', 'An image is not loaded by https; some programs do not show it.', 'Use https.'],
  placeholder_image: ['warning', 'An image leads to a placeholder or local address.', 'Put the real address.'],
  invalid_image_address: [
    'warning',
    'The address of an image has spaces or is not well formed.',
    'Write %20 for spaces, and one scheme.',
  ],
  not_an_image: ['warning', 'What an image leads to is no image.', 'Link to it instead.'],
  image_without_width: [
    'warning',
    'An image has no width; Outlook shows it in full size.',
    'Write width="…" in pixels.',
  ],
  distorted_image: [
    'info',
    'An image has a height, and a width in percent; Outlook distorts it.',
    'Write both in pixels.',
  ],
} as const satisfies AdviceTable

export const links = {
  empty_link: ['warning', 'A link leads nowhere.', 'Give it an address.'],
  no_address: ['info', 'A link has no address.', 'Give it a href.'],
  placeholder_link: ['warning', 'A link leads to "#", which is nowhere.', 'Give it an address.'],
  forbidden_link: ['error', 'A link runs code or opens a file; mail programs block it.', 'Use https.'],
  relative_link: [
    'warning',
    'A link is relative; an e-mail has no place that it could relate to.',
    'Write the whole address.',
  ],
  insecure_link: ['warning', 'A link is not encrypted.', 'Use https.'],
  placeholder_domain: ['warning', 'A link leads to a placeholder or local address.', 'Put the real address.'],
  test_host: ['info', 'A link leads to a host for tests.', 'Put the real address.'],
  unusual_link: ['info', 'A link has a scheme that not every mail program opens.', 'Use https.'],
  malformed_link: ['warning', 'The address of a link is not well formed.', 'Check its beginning: https://host/.'],
  space_in_link: ['warning', 'The address of a link has spaces; programs cut it there.', 'Write %20.'],
  unencoded_link: ['info', 'The address of a link has characters that must be encoded.', 'Percent-encode them.'],
  broken_encoding: [
    'warning',
    'A % in the address of a link begins no code of two hexadecimal digits.',
    'Write %25 for %.',
  ],
  missing_anchor: [
    'warning',
    'A link leads to a place that the html does not have.',
    'Add the id, or correct the link.',
  ],
  link_text_mismatch: [
    'warning',
    'The text of a link names another address than it leads to; filters take that for phishing.',
    'Show the address that it leads to, or words.',
  ],
  shortened_link: ['warning', 'A link hides its target behind a shortener; spam filters mind.', 'Write the target.'],
  ip_link: ['warning', 'A link leads to a number instead of a name; spam filters mind.', 'Use a domain name.'],
  lookalike_domain: [
    'warning',
    'The domain of a link is written in letters that are read as others; it may be taken for another.',
    'Check it, letter by letter.',
  ],
  credentials_in_link: ['warning', 'A link holds a user name or password.', 'Take it out.'],
  port_in_link: ['info', 'A link names an unusual port; many firewalls block it.', 'Use the usual one.'],
  personal_data_in_link: [
    'warning',
    'A link carries personal data, which end up in logs of others.',
    'Send a token instead.',
  ],
  long_link: ['info', 'The address of a link has more than 2,000 characters; some programs cut it.', 'Shorten it.'],
  invalid_mailto: ['warning', 'The address of a mail link is not well formed.', 'Write mailto:name@host.'],
  invalid_tel: ['warning', 'The number of a telephone link is not well formed.', 'Write tel:+49301234567.'],
  value_as_host: [
    'warning',
    'The host of a link comes from the data; it could lead anywhere.',
    'Write the host, and take only the path from the data.',
  ],
  file_link: ['warning', 'A link leads to a program or archive; filters mind.', 'Link to a page.'],
  redirect_link: ['info', 'A link passes through another address to its target.', 'Link to the target.'],
  unencoded_ampersand: ['info', 'An "&" of an address reads as an entity.', 'Write &amp;.'],
} as const satisfies AdviceTable
