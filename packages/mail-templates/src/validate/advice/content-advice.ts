import type { AdviceTable } from './advice-table.ts'

/** Slips in tags that can still be filled. */
export const syntax = {
  stray_braces: ['warning', 'Braces stand where a tag was surely meant.', 'Write {{name}}.'],
  escaped_braces: [
    'warning',
    'The braces of a tag are written as entities, percent codes or wide characters; it will not be filled.',
    'Write {{name}} with plain braces.',
  ],
  smart_quotes_in_tag: [
    'info',
    'An editor has put typographic quotation marks into a tag.',
    'Write plain quotation marks.',
  ],
  invisible_in_tag: ['warning', 'An invisible character stands in a tag.', 'Type the tag anew.'],
  outside_loop: [
    'warning',
    'What only a loop knows stands in no loop; it is always empty.',
    'Write it inside of {{#each list}}…{{/each}}.',
  ],
  empty_section: ['warning', 'A section has nothing in it.', 'Take it out, or put in what it should show.'],
  idle_tag: [
    'warning',
    'A tag changes nothing: the same is written with any data.',
    'Take it out, or correct what it asks.',
  ],
  repeated_section: ['info', 'Two sections with the same condition stand one in the other.', 'Take the inner one out.'],
} as const satisfies AdviceTable

/** Tags of other systems. */
export const foreign = {
  foreign_tag: [
    'warning',
    'This is a tag of another system; it will be sent as it is.',
    'Write {{name}}, {{#if x}} or {{#each list}}.',
  ],
} as const satisfies AdviceTable

export const variables = {
  similar_names: ['warning', 'Two names differ by a slip.', 'Write one name, if the same is meant.'],
  only_in_one_part: ['info', 'A value is in one part only.', 'Readers see one of the two; both should say the same.'],
  name_without_tag: [
    'warning',
    'The name of a value stands in the text without a tag; it is sent as it is.',
    'Write {{name}}.',
  ],
  odd_beside_value: ['warning', 'A sign beside a value is there twice, or a space is missing.', 'Correct it.'],
  value_out_of_place: [
    'warning',
    'A value of one kind stands where only another makes sense.',
    'Write the value that belongs there.',
  ],
  list_as_text: ['warning', 'A list is written as a text.', 'Write {{#each list}}…{{/each}}, or | join.'],
  object_as_text: ['warning', 'A value with fields is written as a text.', 'Write one of its fields.'],
  locale_value_missing: [
    'warning',
    'A value of the template is missing in a locale.',
    'Use it there too, or take it out of both.',
  ],
  locale_value_added: [
    'warning',
    'A locale uses a value that the template does not.',
    'Use it in both, or correct the name.',
  ],
  locale_value_differs: [
    'warning',
    'A locale writes a value in another manner than the template.',
    'Use the same formatters and conditions in all languages.',
  ],
  locale_link_missing: [
    'warning',
    'A locale has fewer links than the template.',
    'Give readers of each language the same links.',
  ],
  locale_part_missing: ['warning', 'A locale lacks a part that the template has.', 'Give each locale the same parts.'],
  not_translated: ['info', 'The text of a locale is that of the template.', 'Translate it.'],
  locale_hardly_checked: [
    'info',
    'Of this locale the syntax and the values alone were checked: the template is too long in all languages together.',
    'Check it by itself for the rest.',
  ],
  wrong_language: ['warning', 'The html names another language than its locale.', 'Write the locale into lang.'],
} as const satisfies AdviceTable

export const deliverability = {
  empty_subject: ['error', 'The e-mail has no subject.', 'Say in a few words what it is about.'],
  subject_may_be_empty: ['warning', 'The subject can come out empty.', 'Add words that are always there.'],
  long_subject: [
    'warning',
    'The subject is longer than 78 characters; most programs cut it.',
    'Put what matters first, and shorten it.',
  ],
  shouting_subject: ['warning', 'The subject is in capitals; spam filters mind.', 'Write it in normal case.'],
  exclamation_marks: ['warning', 'There are many exclamation or question marks; spam filters mind.', 'One is enough.'],
  false_reply: ['warning', 'The subject claims to be a reply or to be forwarded.', 'Leave "Re:" to replies.'],
  raw_in_subject: [
    'info',
    'Nothing is escaped in a subject: three braces are the same there as two.',
    'Write {{name}}; where the value is html, give it as text too.',
  ],
  html_in_subject: ['warning', 'The subject holds html, which is shown as it is written.', 'Write plain text.'],
  emoji_in_subject: ['info', 'The subject has many emoji; spam filters mind.', 'One is enough.'],
  address_in_subject: [
    'info',
    'The subject holds an address; nobody can follow it there, and filters mind.',
    'Put it into the text.',
  ],
  no_reply_sender: [
    'info',
    'The sender takes no answer; readers who have a question cannot ask it.',
    'Send from an address that somebody reads, or give replyTo.',
  ],
  free_sender: [
    'warning',
    'The sender is a mailbox of a service for everybody, whose owner lets nobody else send for it (DMARC); the e-mail is refused or taken for spam.',
    'Send from a domain of your own, and give that mailbox as replyTo.',
  ],
  sender_named_otherwise: [
    'warning',
    'The name of the sender is another address than its own; filters take that for phishing.',
    'Write the name of the firm.',
  ],
  spaces_in_subject: ['info', 'The subject begins or ends with spaces, or has several in a row.', 'Take them out.'],
  spam_words: ['info', 'These words are typical of spam.', 'Say it in other words.'],
  shouting_text: ['info', 'A passage is in capitals; spam filters and readers mind.', 'Write it in normal case.'],
  empty_body: ['error', 'The e-mail has neither text nor html.', 'Give one of them, better both.'],
  no_text_part: [
    'warning',
    'The template has no text part. One is made of the html when it is filled, which knows no emphasis and no order of columns.',
    'Add the same as plain text.',
  ],
  invalid_sender: ['error', 'The sender is no e-mail address.', 'Write one address, alone or as `Name <address>`.'],
  preheader_without_html: ['info', 'The preheader stands in no e-mail: there is no html.', 'Take it out, or add html.'],
  text_differs: ['warning', 'The text part says far less than the html.', 'Say the same in both.'],
  parts_disagree: ['warning', 'The text part and the html say different things.', 'Say the same in both.'],
  no_links_in_text: ['info', 'The html has links, the text part has none.', 'Write the addresses into the text.'],
  html_in_text: ['warning', 'The text part holds html, which is shown as it is written.', 'Write plain text.'],
  image_only: [
    'warning',
    'The e-mail is images with hardly any text; spam filters mind, and where images are off nothing is left.',
    'Write the message as text.',
  ],
  many_images: ['info', 'There is much more image than text; spam filters mind.', 'Say more in words.'],
  no_preheader: [
    'info',
    'The first words of the html, which the inbox shows beside the subject, say nothing of the message.',
    'Begin with a short hidden summary.',
  ],
  preheader_repeats_subject: [
    'info',
    'The summary that inboxes show beside the subject says the same as it.',
    'Say what the subject does not.',
  ],
  long_preheader: ['info', 'The hidden summary is longer than any inbox shows.', 'Keep it below 150 characters.'],
  escaped_twice: [
    'warning',
    'An entity or a tag is escaped once more; readers see its signs.',
    'Write it once: &nbsp; instead of &amp;nbsp;, <b> instead of &lt;b&gt;.',
  ],
  garbled_text: [
    'warning',
    'Characters were lost or read in another encoding: "Ã¼" in the place of "ü".',
    'Paste the text anew, as UTF-8.',
  ],
  odd_punctuation: [
    'warning',
    'A sign of punctuation is there twice or beside nothing, or a word is.',
    'Correct the sentence.',
  ],
  marks_of_markdown: [
    'warning',
    'Marks of Markdown stand in the words; readers see them as they are written.',
    'Write <strong> and <a href="…">.',
  ],
  link_is_missing: ['warning', 'The text says to click here, and no link is there.', 'Write the words as a link.'],
  placeholder_text: ['warning', 'A text was left that only fills the place.', 'Write what is meant.'],
  no_unsubscribe: [
    'info',
    'The message reads like advertising and has no way to unsubscribe.',
    'Add a link, and the header List-Unsubscribe.',
  ],
} as const satisfies AdviceTable

export const size = {
  clipped_by_gmail: ['warning', 'The html is longer than Gmail shows.', 'Shorten it, or move styles out of the tags.'],
  large_html: ['info', 'The html is nearly as long as Gmail shows.', 'Shorten it, or move styles out of the tags.'],
  clipped_with_long_lists: [
    'warning',
    'With long lists the html gets longer than Gmail shows.',
    'Shorten what is written for each item, or limit the list (| limit:20).',
  ],
  long_line: [
    'info',
    'A line is longer than 998 bytes, the most that mail servers must take (RFC 5322, 2.1.1): it is sent encoded.',
    'Break it, if others than this service send it too.',
  ],
  long_text_line: ['info', 'A line of the text part is long without a space; it cannot be wrapped.', 'Break it.'],
  many_links: ['info', 'There are more than 100 links; spam filters mind.', 'Leave out some.'],
  deep_tables: [
    'info',
    'Tables stand in tables more than eight deep; Outlook gets slow and odd.',
    'Flatten the layout.',
  ],
} as const satisfies AdviceTable

export const security = {
  hidden_text: [
    'warning',
    'Text is hidden from readers; spam filters take that for deceit.',
    'Show it, or take it out.',
  ],
  invisible_characters: [
    'warning',
    'There are characters that cannot be seen; they serve to deceive filters and break searches.',
    'Take them out.',
  ],
  direction_override: [
    'warning',
    'A control character turns the direction of the text, which can disguise what it says.',
    'Take it out; write dir="rtl" where it is meant.',
  ],
  mixed_scripts: [
    'warning',
    'A word mixes letters of several alphabets that look alike.',
    'Type it anew in one alphabet.',
  ],
  secret: [
    'warning',
    'This looks like a key, token or password; everybody who gets the e-mail can read it.',
    'Take it out, and renew it.',
  ],
  card_number: ['warning', 'This looks like the number of a payment card.', 'Show the last four digits only.'],
  secret_value: ['warning', 'A password or key is sent by e-mail.', 'Send a link to set it.'],
  telling_comment: [
    'info',
    'A comment that looks internal is sent along; everybody can read it.',
    'Write {{! … }} for remarks that are not sent.',
  ],
  meta_refresh: [
    'warning',
    'The page sends its reader elsewhere by itself; mail programs block it, filters mind.',
    'Use a link.',
  ],
  base_address: [
    'warning',
    'A base element changes where all links lead; mail programs take it out.',
    'Write whole addresses.',
  ],
  tracking_pixel: [
    'info',
    'An invisible image tells the sender who opened the message; many programs block it.',
    'Take it out, or tell your readers.',
  ],
  password_field: [
    'warning',
    'A form asks for a password by e-mail; filters take that for phishing.',
    'Link to the page.',
  ],
  code_in_style: ['error', 'A style runs code or loads it.', 'Take it out.'],
  event_handler: ['error', 'Mail programs take event handlers out.', 'Take it out.'],
} as const satisfies AdviceTable
