import { describe, expect, it } from 'vitest'
import { inspectEmail } from '../validate/inspect-email.ts'
import { foreignWords } from './foreign-words.ts'

/** What a template with this text is told. */
const told = (text: string) =>
  inspectEmail({ subject: 'Your invoice', text }, { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 })
    .findings

describe('tags of other systems between the same braces', () => {
  it.each([
    ['{{${first_name}}}', 'Braze', 'Write {{first_name}}.'],
    ['{{custom_attribute.${plan} | default: "none"}}', 'Braze', 'Write {{custom_attribute.plan | default:"none"}}.'],
    ['{{content_blocks.${footer}}}', 'Braze', 'Give it as a partial, and write {{> footer}}.'],
    ['{{var:firstname:"there"}}', 'Mailjet', 'Write {{firstname | default:"there"}}.'],
    ['{{lead.First Name:default=you}}', 'Marketo', 'Write {{lead.First Name | default:"you"}}.'],
    ['{{{@content}}}', 'Postmark', 'Put the html of the layout'],
    ['{{{ pm:unsubscribe }}}', 'Postmark', 'Give `unsubscribe` with the call'],
    ['{{- name -}}', 'Liquid', '{{~name~}}'],
    ['{{ "a" if paid else "b" }}', 'Jinja', 'Write {{paid ? "a" : "b"}}.'],
    ['{{ a ~ b }}', 'Twig', 'Write {{a}}{{b}}.'],
    ['{{ client?.name }}', 'JavaScript', 'Write {{a.b}}'],
    ["{{ person|lookup:'Fav Color' }}", 'Klaviyo', 'Write {{person.[Fav Color]}}.'],
    ["{{ personalization_token('contact.name', 'there') }}", 'HubSpot', 'Write {{contact.name | default:"there"}}.'],
    ['{{defaultIfEmpty firstName "there"}}', 'Iterable', 'Write {{firstName | default:"there"}}.'],
    ['{{{snippet "footer"}}}', 'Iterable', 'Give it as a partial, and write {{> footer}}.'],
    ['{{#if `price > 3`}}x{{/if}}', 'Mandrill', 'Write {{#if price > 3}}'],
    ['{{var order.id}}', 'Magento', 'Write {{order.id}}.'],
    ['{{ if paid }}x{{ end }}', 'Go', 'Write {{#if x}}'],
    ['{{ range .Items }}x{{ end }}', 'Go', 'Write {{#each list}}'],
    ['{{ with .Client }}x{{ end }}', 'Go', 'Write {{#with client}}'],
    ['{{ $user->name }}', 'Blade', 'Write {{user.name}}.'],
    ['{{ $name }}', 'Blade', 'Write {{name}}.'],
    ['{{=it.name}}', 'doT', 'Write {{name}}.'],
    ['{{ name | fallback: "you" }}', 'Liquid', 'Write | default:"you".'],
    ['{{ name|raw }}', 'Twig', 'contentMediaType'],
    ['{{ price | times: 2 }}', 'Liquid', 'Write {{price * 2}}.'],
    ['{{ due | date: "%d.%m.%Y" }}', 'Liquid', 'Write | date:"dd MMMM yyyy"'],
    ['{{ name|default("there") }}', 'Jinja', 'Write | default:"there".'],
  ])('%s is of %s', (text, system, hint) => {
    const about = told(text).filter(({ message }) => message.includes(system))
    expect(about.map((finding) => finding.hint)).toEqual([expect.stringContaining(hint)])
  })

  it.each([
    'name',
    'client.name | default:"there"',
    'First Name',
    'items[0].name',
    'a or b',
    '$index',
    '$number',
    'end',
    'with',
    'total - paid',
    'for',
    'paid ? "a" : "b"',
    'due | date:"dd.MM.yyyy"',
    '= net: total / 1.19',
    'ifAny',
    'endDate',
    'date (from)',
  ])('what is of this one is not: %s', (body) => expect(foreignWords(body)).toBeUndefined())

  it('has two braces in what it advises', () => {
    const hints = ['{{a b"}}', '{{x | date:"qq"}}', '{{a: b}}', '{{f(x)}}'].flatMap((text) => told(text))
    expect(hints.length).toBeGreaterThanOrEqual(4)
    for (const { hint = '' } of hints) expect(hint.replaceAll(/\{\{[^{}]*\}\}/g, '')).not.toMatch(/[{}]/)
  })
})
