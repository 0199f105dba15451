import { describe, expect, it } from 'vitest'
import { ownFolderOf } from './own-folders.ts'

describe('ownFolderOf', () => {
  it.each([
    '.spaces',
    '.spaces/a/b.txt',
    '.SPACES/a',
    '.Spaces',
    '.\u{17f}paces/a', // long s, an "S" where case is ignored
    '\u{ff0e}spaces', // full-width full stop
    '.spa\u{200c}ces/a', // a joiner, which HFS+ passes over
    '.spaces\u{fe0f}',
    '.spaces::$INDEX_ALLOCATION/a', // how NTFS names the folder itself
    '.spaces./a', // Windows cuts that off
    '.spaces /a',
  ])('knows %j', (path) => expect(ownFolderOf(path)).toBe('.spaces'))

  it.each(['', 'spaces', 'a/.spaces', '.space', '.spaces2', '.spaces-a/b', '-.spaces', '.', '.hidden/.env'])(
    'leaves %j to callers',
    (path) => expect(ownFolderOf(path)).toBeUndefined(),
  )

  it('knows the folder of the local store', () => expect(ownFolderOf('.Chancery/tmp/x')).toBe('.chancery'))
})
