export { type Alarm, type AlarmState, createAlarm } from './alarm.ts'
