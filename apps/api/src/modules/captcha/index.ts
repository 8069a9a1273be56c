export { type Captcha, createCaptcha } from './captcha.ts'
export { sweepCaptcha } from './captcha-store.ts'
