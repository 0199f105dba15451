import { expect, it } from 'vitest'
import { meantTag } from './meant-tag.ts'

it.each([
  ['${client.name}', '{{client.name}}'],
  ['*|FNAME|*', '{{FNAME}}'],
  ['<%= invoice.date %>', '{{invoice.date}}'],
  ['%recipient.first_name%', '{{recipient.first_name}}'],
  ['[[FIRSTNAME]]', '{{FIRSTNAME}}'],
  ['{!Contact.Name}', '{{Contact.Name}}'],
  ['{name}', '{{name}}'],
  ['((name))', '{{name}}'],
  ['｛｛name｝｝', '{{name}}'],
  ['{$user.name|upper}', '{{user.name}}'],
  ['{% if paid %}', '{{#if paid}}…{{/if}}'],
  ['{% unless paid %}', '{{#unless paid}}…{{/unless}}'],
  ['{% for item in items %}', '{{#each items}}…{{/each}}'],
  ['{% endif %}', '{{/if}}'],
  ['{% endfor %}', '{{/each}}'],
  ['</#list>', '{{/each}}'],
  ['{% else %}', '{{else}}'],
])('%s is %s here', (sign, here) => {
  expect(meantTag(sign)).toBe(here)
})

it.each(['*|UNSUB|*', '<%asm_group_unsubscribe_url%>', '%s', '{0}', '<%', '{% assign x = 5 %}'])(
  'does not know what %s is here',
  (sign) => {
    expect(meantTag(sign)).toBeUndefined()
  },
)
