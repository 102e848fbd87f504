/** Reason to refuse a code, a token or an application. Each front end uses its exchange's codes for the reasons. */
export type OAuthReason =
	/** The application is unknown, or its secret is wrong. */
	| 'client'
	/** A parameter is missing or invalid. */
	| 'request'
	/** The code is unknown or belongs to another application. */
	| 'code'
	/** The code was redeemed before. This second attempt revokes the tokens and keys of its grant. */
	| 'codeUsed'
	| 'codeExpired'
	/** The redirect URI differs from the one that the code was sent to. */
	| 'redirectUri'
	/** The code verifier does not match the authorization's challenge (RFC 7636). */
	| 'verifier'
	/** The refresh token is unknown, or it was replaced or revoked. */
	| 'refreshToken'
	| 'refreshTokenExpired'
	/** The access token is unknown, or it was replaced or revoked. */
	| 'accessToken'
	| 'accessTokenExpired'
	/** The account has the maximum number of keys. */
	| 'keys';

const SENTENCES: Readonly<Record<OAuthReason, string>> = {
	client: 'The client id or its secret is wrong.',
	request: 'A parameter is missing or invalid.',
	code: 'The code is not valid for this client.',
	codeUsed: 'The code has been used; what it gave is revoked.',
	codeExpired: 'The code has expired.',
	redirectUri: 'The redirect_uri is not the one of the authorization.',
	verifier: 'The code_verifier does not fit the code_challenge.',
	refreshToken: 'The refresh token is not valid for this client.',
	refreshTokenExpired: 'The refresh token has expired.',
	accessToken: 'The access token is not valid.',
	accessTokenExpired: 'The access token has expired.',
	keys: 'The number of API keys of the account has reached its limit.',
};

export class OAuthRefusal extends Error {
	override readonly name = 'OAuthRefusal';
	readonly reason: OAuthReason;

	constructor(reason: OAuthReason, sentence = SENTENCES[reason]) {
		super(sentence);
		this.reason = reason;
	}
}
