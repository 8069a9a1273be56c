export { type Captcha, createCaptcha } from './captcha.ts'
export { createCaptchaProvider } from './captcha-provider.ts'
export { createSpentCaptchaStore } from './captcha-store.ts'
