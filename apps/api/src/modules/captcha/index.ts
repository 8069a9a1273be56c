export { Captcha, createCaptchaProvider, sweepCaptcha } from './captcha.ts'
