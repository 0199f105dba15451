/** Which calls a service takes on, and which it refuses. */
export { createAdmission, type Admission } from './admission.ts'
export { defaultAdmissionLimits, type AdmissionLimits } from './limits.ts'
