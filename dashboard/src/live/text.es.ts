/** Spanish text about access and the service's responses. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { text as english } from './text.ts';

export const text: Translated<typeof english> = {
	loggedOut: 'La sesión de este navegador ha terminado.',
	noToken: (status) => `El servicio no emitió ningún token: HTTP ${status}.`,
	tokenRefused: 'El servicio ya no acepta este token: ha caducado o fue revocado.',
	scopesUnknown: 'El servicio aún no ha confirmado qué permite este token.',
	readOnly: (scopes, needed) => `Este token solo puede leer: tiene ${scopes}, y operar requiere ${needed}.`,
	logInToTrade: 'Inicia sesión para operar.',
	httpStatus: (status) => `El servicio respondió con HTTP ${status}.`,
};
