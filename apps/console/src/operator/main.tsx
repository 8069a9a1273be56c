import { startConsole } from '../console.tsx'
import { OperatorConsole } from './operator-console.tsx'

void startConsole(<OperatorConsole />)
