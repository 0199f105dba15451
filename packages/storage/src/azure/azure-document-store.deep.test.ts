import { objectStoreInFull } from '../objects/object-store.test-support.ts'
import { azureVendor } from './azure-vendor.test-support.ts'

objectStoreInFull(azureVendor)
