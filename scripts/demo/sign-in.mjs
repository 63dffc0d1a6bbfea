/** Who looks around in the sample world: a member like the others, and its operator. All share one password. */
export const SIGN_IN = { email: 'amara@sample.invalid', password: 'sample world' }
export const OPERATOR = { email: 'operator@sample.invalid', firstName: 'Sample', lastName: 'Operator' }
