import { startConsole } from '../console.tsx'
import { OperatorConsole } from './operator-console.tsx'

startConsole(<OperatorConsole />).catch(reportError)
