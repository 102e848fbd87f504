/** Registers applications that may send users to the authorization page. Only the admin port can register them. */
import { commit, currentTime, type ExchangeState } from './exchange-state.ts';
import type { OAuthClient, OAuthClients, OAuthClientWish } from './oauth.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { hashOf, isSameText } from './secret-texts.ts';

/** Thrown if a registration is refused; the message gives the reason. */
export class OAuthClientError extends Error {
	override readonly name = 'OAuthClientError';
}

const CLIENTS_MAX = 100;
export const REDIRECT_URIS_MAX = 20;
export const REDIRECT_URI_CHARS_MAX = 512;
const SECRET_CHARS_MIN = 16;
const SECRET_CHARS_MAX = 256;

/** Form of a client id: printable ASCII without spaces. */
const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;
const SECRET = new RegExp(`^[\\x21-\\x7e]{${SECRET_CHARS_MIN},${SECRET_CHARS_MAX}}$`);
const NAME = /^[^\p{C}]{1,64}$/u;

export function createOAuthClients(state: ExchangeState): OAuthClients {
	const { store } = state;
	const shown = ({ clientId, name, redirectUris, createdAt }: OAuthClient): OAuthClient => ({
		clientId,
		name,
		redirectUris,
		createdAt,
	});
	return {
		register(wish) {
			checkWish(wish);
			const before = store.oauthClient(wish.clientId);
			if (before === undefined && store.oauthClients().length >= CLIENTS_MAX) {
				throw new OAuthClientError(`There are too many applications, limit ${CLIENTS_MAX}.`);
			}
			const client = {
				clientId: wish.clientId,
				secretHash: hashOf(wish.clientSecret),
				name: wish.name,
				redirectUris: [...wish.redirectUris],
				createdAt: before?.createdAt ?? currentTime(state),
			};
			commit(state, () => store.putOAuthClient(client));
			return { ...shown(client), isNew: before === undefined };
		},
		list: () => store.oauthClients().map(shown),
		find: (clientId) => {
			const found = store.oauthClient(clientId);
			return found === undefined ? undefined : shown(found);
		},
		authenticate(clientId, clientSecret) {
			const found = store.oauthClient(clientId);
			// The secret is hashed even if the id is unknown, so that timing does not reveal which ids exist.
			const isRight = isSameText(found?.secretHash ?? '', hashOf(clientSecret));
			if (found === undefined || !isRight) throw new OAuthRefusal('client');
			return shown(found);
		},
	};
}

function checkWish({ clientId, clientSecret, name, redirectUris }: OAuthClientWish): void {
	if (!CLIENT_ID.test(clientId)) {
		throw new OAuthClientError('A clientId has 1 to 128 printable characters without spaces.');
	}
	if (!SECRET.test(clientSecret)) {
		throw new OAuthClientError(
			`A clientSecret has ${SECRET_CHARS_MIN} to ${SECRET_CHARS_MAX} printable characters without spaces, was another text.`,
		);
	}
	if (!NAME.test(name)) throw new OAuthClientError('A name has 1 to 64 characters and none that controls.');
	if (redirectUris.length === 0 || redirectUris.length > REDIRECT_URIS_MAX) {
		throw new OAuthClientError(
			`An application has 1 to ${REDIRECT_URIS_MAX} redirectUris, was ${redirectUris.length}.`,
		);
	}
	for (const uri of redirectUris) {
		if (!isRedirectUri(uri)) {
			throw new OAuthClientError(
				`A redirect URI is an absolute http or https address without user and fragment, was ${JSON.stringify(uri.slice(0, 80))}.`,
			);
		}
	}
}

function isRedirectUri(uri: string): boolean {
	if (uri.length > REDIRECT_URI_CHARS_MAX || uri.includes('#') || !URL.canParse(uri)) return false;
	const { protocol, username, password } = new URL(uri);
	return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
