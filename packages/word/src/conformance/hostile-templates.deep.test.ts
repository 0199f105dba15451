import { attacked, isUsual } from './hostile-templates.test-support.ts'

attacked((attack) => !isUsual(attack))
