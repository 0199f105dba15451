import { operation } from '../../operation.ts'
import { getFolderDirectoriesContract } from './contract.ts'
import { listFolders } from './service.ts'

export const getFolderDirectories = operation(getFolderDirectoriesContract, listFolders)
