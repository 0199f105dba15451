import { describe, expect, it } from 'vitest'
import { contactLabelsLine, contactLabelsText, joinContactLabels, listedLabels } from './contact-labels.ts'

describe('labels of addresses and telephones', () => {
  it('are words, each once, that a table can separate; those of the standard come first', () => {
    expect(listedLabels(['Assistant', 'mobile', 'work', 'mobile'])).toEqual(['work', 'mobile', 'Assistant'])
    expect(listedLabels(['work', 'work', ' Her\nassistant: Bob, mornings ', "'=x", ''])).toEqual([
      'work',
      'Her assistant Bob mornings',
      'x',
    ])
    expect(listedLabels(Array.from({ length: 20 }, (_, at) => `w${at}`))).toHaveLength(8)
    expect(listedLabels(['x'.repeat(99)])[0]).toHaveLength(50)
  })

  it('are joined for what the client has, known ones first', () => {
    const client = { emails: ['a@x.org'], phones: ['+491', '+492'] }
    const known = { '+491': ['work'], '+499': ['fax'] }
    expect(joinContactLabels(known, { '+491': ['mobile', 'work'], 'a@x.org': ['private'] }, client)).toEqual({
      contactLabels: { 'a@x.org': ['private'], '+491': ['work', 'mobile'] },
    })
    expect(joinContactLabels({ '+499': ['fax'] }, undefined, client)).toEqual({})
  })

  it('are lines of a table, and read back', () => {
    const labels = { 'a@x.org': ['private'], '030 1: 2': ['work', 'Front desk'] }
    const text = contactLabelsText(labels)
    expect(text).toBe('private: a@x.org\nwork, Front desk: 030 1: 2')
    const [first, second] = text.split('\n').map(contactLabelsLine)
    expect(first).toEqual({ contact: 'a@x.org', labels: ['private'] })
    expect(second).toEqual({ contact: '030 1: 2', labels: ['work', 'Front desk'] })
    for (const none of ['nothing', ': +491', ', : +492']) expect(contactLabelsLine(none)).toBeUndefined()
  })
})
