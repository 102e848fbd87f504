/** Why a code, a token or an application is not accepted; each face says it in its exchange's words. */
export type OAuthReason =
	/** The application is unknown, or its secret is another. */
	| 'client'
	/** A parameter is missing or not as it must be. */
	| 'request'
	/** No such code, or it was given to another application. */
	| 'code'
	/** The code was redeemed before; what it gave is revoked by this very request. */
	| 'codeUsed'
	| 'codeExpired'
	/** Another redirect URI than the one that the code was sent to. */
	| 'redirectUri'
	/** The code verifier does not fit the challenge of the authorization (RFC 7636). */
	| 'verifier'
	/** No such refresh token, or it was replaced or revoked. */
	| 'refreshToken'
	| 'refreshTokenExpired'
	/** No such access token, or it was replaced or revoked. */
	| 'accessToken'
	| 'accessTokenExpired'
	/** The account has as many keys as it may. */
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
