import { ChanceryError } from '@chancery/core'
import { CompoundFile } from '@chancery/formats/compound-file'
import type { GuardLimits } from '../guard-limits.ts'
import { corrupt, encrypted } from '../refusal.ts'
import { agileDescription, openAgile } from './agile-encryption.ts'
import { KeyWork } from './key-work.ts'
import { openStandard, standardDescription } from './standard-encryption.ts'

/** Excel's own, for workbooks that are to be encrypted without asking anybody for a password ([MS-OFFCRYPTO] 2.4.2.3). */
const passwordOfNobody = 'VelvetSweatshop'

/**
 * The package inside an encrypted Office document ([MS-OFFCRYPTO] 2.3.4): agile encryption of Office 2010 and later, and
 * the standard encryption of Office 2007. What authenticates the data is not looked at: every part of the package has a
 * checksum of its own.
 * @throws `document_encrypted`, `document_corrupt`, `payload_too_large` (rounds of the key), `cancelled`
 */
export async function openOffice(
  bytes: Uint8Array,
  password: string | undefined,
  { keyRounds }: GuardLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const work = new KeyWork(keyRounds, signal)
  if (password !== undefined) return await openWith(bytes, password, work)
  try {
    return await openWith(bytes, passwordOfNobody, work)
  } catch (error) {
    if (ChanceryError.is(error) && (error.code === 'document_encrypted' || error.code === 'document_corrupt')) {
      throw error.details['reason'] === 'encryption_unsupported' ? error : encrypted('password_missing')
    }
    throw error
  }
}

async function openWith(bytes: Uint8Array, password: string, work: KeyWork): Promise<Uint8Array> {
  const file = new CompoundFile(bytes)
  const stream = (name: string): Buffer | undefined => {
    const entry = file.root.children.find((child) => child.name.toLowerCase() === name)
    if (entry === undefined) return undefined
    const read = file.read(entry)
    return Buffer.from(read.buffer, read.byteOffset, read.byteLength)
  }
  const info = stream('encryptioninfo')
  const data = stream('encryptedpackage')
  // Without them it is a legacy document, or one that a server for rights has the key to.
  if (info === undefined || data === undefined) throw encrypted('encryption_unsupported')
  if (info.length < 8 || data.length < 8) throw corrupt('The description of the encryption is cut off.')
  const size = data.readBigUInt64LE()
  const sealed = data.subarray(8)
  if (size > BigInt(sealed.length)) throw corrupt('The encrypted package is cut off.')
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  let opened: Buffer
  if (major === 4 && minor === 4) opened = await openAgile(agileDescription(info.subarray(8)), sealed, password, work)
  else if (minor === 2) opened = await openStandard(standardDescription(info), sealed, password, work)
  else throw encrypted('encryption_unsupported')
  return opened.subarray(0, Number(size))
}
