import { expect, it } from 'vitest'
import { namesInText } from './names-in-text.ts'
import { singleBraces } from './scan-text.ts'

const names = ['client.name', 'matter_no', 'lastName', 'landlord', 'tenant name', 'no']
const found = (text: string): readonly (string | undefined)[] =>
  namesInText(
    [{ text, tags: [], locate: (start, end, tag) => ({ start, end, tag }) }],
    names,
    singleBraces,
    'the template',
  ).map(({ location }) => location?.tag)

it.each([
  ['Dear client.name, we', 'client.name'],
  ['Dear client.name.', 'client.name'],
  ['("client.name")', 'client.name'],
  ['__matter_no__', 'matter_no'],
  ['Mr lastName', 'lastName'],
  ['at @lastName', 'lastName'],
  ['of [Landlord] and', '[Landlord]'],
  ['of <<LANDLORD>>', '<<LANDLORD>>'],
  ['of «landlord]', '«landlord]'],
  ['of ［landlord］', '［landlord］'],
  ['of [Tenant Name]', '[Tenant Name]'],
  ['of [please insert the tenant name here]', '[please insert the tenant name here]'],
  ['of #landlord#', '#landlord#'],
  ['of $landlord,', '$landlord'],
])('finds a name in %j', (text, tag) => {
  expect(found(text)).toEqual([tag])
})

it.each([
  'The landlord, the Landlord and the tenant name',
  '(landlord) "landlord" *landlord*',
  'client.name@example.test, a@client.name, https://client.name/x, www.client.name',
  'client.names, myclient.name, lastNames',
  'a[landlord] and [landlord](https://x.test)',
  '# landlord #, 5 % landlord %, US$landlord',
  '[no], [1], [sic]',
])('finds none in %j', (text) => {
  expect(found(text)).toEqual([])
})
