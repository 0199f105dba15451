import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Setting {
  readonly path: string
  readonly name: string
  readonly value: string
}

const scripting = '/org.openoffice.Office.Common/Security/Scripting'

/** No macros, no links that are followed, no active content, nothing that calls home or asks. */
const settings: readonly Setting[] = [
  { path: scripting, name: 'DisableMacrosExecution', value: 'true' },
  { path: scripting, name: 'MacroSecurityLevel', value: '3' },
  { path: scripting, name: 'DisableActiveContent', value: 'true' },
  { path: scripting, name: 'BlockUntrustedRefererLinks', value: 'true' },
  { path: '/org.openoffice.Office.Writer/Content/Update', name: 'Link', value: '0' },
  { path: '/org.openoffice.Office.Calc/Content/Update', name: 'Link', value: '2' },
  {
    path: "/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments",
    name: 'AutoCheckEnabled',
    value: 'false',
  },
  { path: '/org.openoffice.Office.Common/Misc', name: 'FirstRun', value: 'false' },
  { path: '/org.openoffice.Office.Common/Misc', name: 'CrashReport', value: 'false' },
  { path: '/org.openoffice.Office.Common/Save/Document', name: 'AutoSave', value: 'false' },
  { path: '/org.openoffice.Setup/Office', name: 'ooSetupInstCompleted', value: 'true' },
]

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Writes a profile (`UserInstallation`) into a folder. */
export async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true, mode: 0o700 })
  const items = settings.map(
    ({ path, name, value }) =>
      `<item oor:path="${escaped(path)}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  await writeFile(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${items.join('\n')}\n</oor:items>\n`,
  )
}
