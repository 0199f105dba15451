import { describe, expect, it } from 'vitest'
import { answerOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { putUploadPart } from '../put-upload-part/index.ts'
import { getUpload } from './index.ts'

describe('what is there of an upload', () => {
  it('is told in the order of its parts', async () => {
    const { ports } = fakePorts({}, limits({ uploadBytes: 100 }))
    for (const [part, text] of [
      [10, 'ten'],
      [2, 'of two'],
      [1, ''],
    ] as const) {
      await answerOf(putUploadPart, { upload: 'u', part, document: { content: bytesOf(text) } }, ports)
    }
    const { data } = await answerOf(getUpload, { upload: 'u' }, ports)
    expect(data).toMatchObject({ upload: 'u', size: 9, maxSize: 100 })
    expect(data.parts.map(({ part, size }) => [part, size])).toEqual([
      [1, 0],
      [2, 6],
      [10, 3],
    ])
  })

  it('is nothing of one that never was, or of another provider', async () => {
    const { ports } = fakePorts()
    await answerOf(putUploadPart, { upload: 'u', part: 1, document: { content: bytesOf('a') } }, ports)
    for (const input of [{ upload: 'v' }, { upload: 'u', provider: 'versioned' }])
      expect((await answerOf(getUpload, input, ports)).data.parts).toEqual([])
  })

  it('stops for a caller that left', async () => {
    const { ports } = fakePorts()
    await expect(answerOf(getUpload, { upload: 'u' }, ports, leftAlready())).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('has a name', () => expect(violationsOf(getUpload, { upload: 'a/b' }).map(([at]) => at)).toEqual(['/upload']))
})
