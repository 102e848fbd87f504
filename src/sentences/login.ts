/** Refusals of logins and of calls about passkeys. `provider` is the name of the identity provider. */
import type { Words, Writer } from './sentence.ts';

type Limit = { readonly limit: number };
type LengthAndLimit = { readonly length: number; readonly limit: number };
type Provider = { readonly provider: string };
type Fault = Provider & { readonly fault: Words };

/** Refusals of calls about passkeys. */
export const passkey = {
	unknown: ({ was }: { was: string }) =>
		`passkey_id must name one of your passkeys; was ${JSON.stringify(was)}.`,
	tooMany: ({ limit }: Limit) => `You have ${limit} passkeys, which is the limit. Remove one first.`,
	noSite: () => 'Browsers support passkeys only at localhost and at https addresses with a host name.',
	notMade: () =>
		'The passkey was not added. The attempt expired (5 minutes), a newer one replaced it, or your device did not verify you. Start again.',
	notProven: () =>
		'Passkey login failed. The passkey is not registered here, the attempt expired (5 minutes) or was reused, or your device did not verify you. Start again.',
};

/** Refusals for all types of login. */
export const login = {
	noBrowser: () => 'This browser has not started a login, or it rejects cookies. Start again.',
	link: () =>
		'This login link was used, is older than ten minutes, or was replaced by a newer one. Run carrywire login-link for another.',
	notAdmitted: ({ name }: { name: string }) =>
		`This service admits only the identities that its operator listed; ${name} is not one of them.`,
	userGone: () => 'The user of this login no longer exists.',
	subjectClaim: ({ claim, limit }: Limit & { claim: string }) =>
		`The claim ${claim}, which identifies the user, must be 1 to ${limit} printable ASCII characters without spaces.`,
};

/** Refusals of logins at an OpenID provider. */
export const openid = {
	unknownState: () =>
		'This login attempt is unknown, already used, expired, or from another browser. Start again.',
	keyGone: () => 'The key that encrypted this login no longer exists. Start again.',
	callbackTooLong: ({ length, limit }: LengthAndLimit, write: Writer) =>
		`The callback has ${write.number(length)} characters; the limit is ${write.number(limit)}.`,
	stateCount: ({ was }: { was: number }) =>
		`The callback must carry exactly one state; it carries ${was}. Start again.`,
	idTokenAlgorithm: ({ provider, allowed }: Provider & { allowed: readonly string[] }) =>
		`The ID token of ${provider} must be signed with ${allowed.join(' or ')}; it is not.`,
	noAnswer: ({ provider, fault }: Fault, write: Writer) =>
		`The identity provider ${provider} ${write.words(fault)}. Try again.`,
	codeRefused: ({ provider }: Provider) =>
		`The identity provider ${provider} did not accept the authorization code. Start again.`,
	serviceRefused: ({ provider, status }: Provider & { status: number }) =>
		`The identity provider ${provider} refused this service (HTTP ${status}), not the user. The operator must check the settings of this provider.`,
	checkFailed: ({ provider, fault }: Fault, write: Writer) =>
		`The answer of the identity provider ${provider} failed a check: ${write.words(fault)}.`,
	unusable: () => 'gave an unusable answer',
	declined: ({ provider, code }: Provider & { code: string }) =>
		`The login at ${provider} was declined (${code}).`,
	notAvailable: ({ code }: { code: string }) => `is not available (${code})`,
	/** @param code null if it is not a known one */
	requestRefused: ({ provider, code }: Provider & { code: string | null }) =>
		`The identity provider ${provider} refused the request (${code ?? 'no known code'}).`,
	noDiscovery: () => 'has no usable discovery document for the configured issuer',
	otherIssuer: ({ provider, issuer }: Provider & { issuer: string }) =>
		`The discovery document of the identity provider ${provider} must name the configured issuer ${issuer}; it names another.`,
	insecureEndpoint: ({ provider }: Provider) =>
		`The identity provider ${provider} must have an authorization endpoint over https; it has none.`,
};

/** Refusals of login tokens from an external provider. */
export const jwt = {
	tooLong: ({ length, limit }: LengthAndLimit, write: Writer) =>
		`The token has ${write.number(length)} characters; the limit is ${write.number(limit)}.`,
	malformed: () => 'The token must be three parts in base64url, separated by dots.',
	replayed: () => 'This token has already been used for a login. Log in at the provider again.',
	keysNotRead: ({ provider, fault }: Fault, write: Writer) =>
		`The key server of ${provider} ${write.words(fault)}. Try again.`,
	noKeySet: () => 'did not answer with a key set',
	refused: ({ provider, fault }: Fault, write: Writer) =>
		`The token of ${provider} was refused: ${write.words(fault)}.`,
	algorithm: () => 'its algorithm is not configured',
	noKey: () => 'it does not match exactly one key of the issuer',
	signature: () => 'its signature is not the issuer’s',
	notSigned: () => 'it is not a signed JWT of a supported kind',
};

/** Failures of a request to an external server; each follows the server's name. */
export const externalServer = {
	insecure: () => 'must be called over https',
	late: ({ limit }: Limit, write: Writer) => `did not answer within ${write.duration(limit)}`,
	/** @param code the system's error code; null if there is none */
	unreachable: ({ code }: { code: string | null }) =>
		`could not be reached${code === null ? '' : ` (${code})`}`,
	tooLarge: ({ limit }: Limit, write: Writer) => `answered with more than ${write.number(limit)} bytes`,
};
