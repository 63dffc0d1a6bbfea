/** The sample user that `npm run demo` suggests for signing in, and the operator. All accounts share one password. */
export const SIGN_IN = { email: 'amara@sample.invalid', password: 'sample world' }
export const OPERATOR = { email: 'operator@sample.invalid', firstName: 'Sample', lastName: 'Operator' }
