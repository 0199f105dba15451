import { describe, expect, it } from 'vitest'
import { fieldRows, isShape } from './field-rows.ts'

const schemas = {
  Mailbox: {
    description: 'One address.',
    anyOf: [{ type: 'string' }, { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] }],
  },
  Name: { anyOf: [{ type: 'string' }, { type: 'number' }] },
}
const mailbox = { $ref: '#/components/schemas/Mailbox' }

describe('fieldRows', () => {
  it('goes by the name of a shape that may also be a string, and gives it a table of its own', () => {
    const schema = { properties: { from: mailbox, to: { type: 'array', items: mailbox } } }
    expect(fieldRows(schema, schemas).map(({ path, type }) => [path, type])).toEqual([
      ['from', 'Mailbox'],
      ['to', 'list of Mailbox'],
    ])
    expect([isShape(schemas.Mailbox), isShape(schemas.Name)]).toEqual([true, false])
    expect(fieldRows(schemas.Mailbox, schemas)).toEqual([
      { path: 'address', type: 'string', required: true, description: '' },
    ])
  })

  it('follows as many references as there are, a circle to its end', () => {
    const chain = { First: { $ref: '#/components/schemas/Second' }, Second: mailbox, ...schemas }
    const paths = (name: string, all: object = chain): readonly string[] =>
      fieldRows({ $ref: `#/components/schemas/${name}` }, all as typeof chain).map(({ path }) => path)
    expect(paths('First')).toEqual(['address'])
    expect(paths('Loop', { Loop: { $ref: '#/components/schemas/Loop' } })).toEqual([])
  })

  it('opens a list and a choice of shapes, where nothing stands around them', () => {
    expect(fieldRows({ type: 'array', items: mailbox }, schemas).map(({ path }) => path)).toEqual(['[].address'])
    expect(fieldRows({ anyOf: [mailbox, { type: 'null' }] }, schemas).map(({ path }) => path)).toEqual(['address'])
  })

  it('lists the fields of an object that has no name below it', () => {
    const schema = { properties: { source: { type: 'object', properties: { provider: { type: 'string' } } } } }
    expect(fieldRows(schema, {}).map(({ path }) => path)).toEqual(['source', 'source.provider'])
  })
})
