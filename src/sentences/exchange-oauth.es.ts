/** Refusals when connecting through an exchange's own OAuth page, in Spanish. */
import type { exchangeOauth as english, OAuthRequest } from './exchange-oauth.ts';
import type { Translated } from './translated.ts';

const REQUESTS: Readonly<Record<OAuthRequest, string>> = {
	token: 'la solicitud de un token',
	key: 'la solicitud de una clave de API',
	deletion: 'la solicitud de borrar la clave',
	revocation: 'la solicitud de revocar el token',
};

const MEANINGS: Readonly<Record<string, string>> = {
	invalid_grant: 'el código o el token no es válido o ha caducado',
	invalid_client: 'el exchange no reconoce el cliente OAuth de este servicio; el operador debe revisarlo',
	unauthorized_client: 'el cliente OAuth de este servicio no tiene permiso; el operador debe revisarlo',
	invalid_request: 'considera que la solicitud está mal formada',
	unsupported_grant_type: 'no admite la solicitud',
	invalid_scope: 'no concede los permisos requeridos',
	invalid_token: 'el token no es válido o ha caducado',
};

/** Refusals, and phrases that complete them, in Spanish. */
export const exchangeOauth: Translated<typeof english> = {
	tooManyPending: ({ limit }) =>
		`Como máximo puede haber ${limit} conexiones en curso a la vez. Inténtalo de nuevo en unos minutos.`,
	foreignReturn: ({ exchange, minutes }) =>
		`Esta redirección de ${exchange} no es válida. No empezaste tal conexión en este navegador en los últimos ${minutes} minutos, o la redirección ya se usó. Empieza la conexión de nuevo.`,
	notOffered: ({ exchange }) =>
		`Este servicio no puede conectar cuentas de ${exchange} por OAuth. Introduce una clave de API.`,
	denied: ({ exchange }) => `Rechazaste la conexión en ${exchange}. No se conectó nada.`,
	failed: ({ exchange, error }) =>
		`${exchange} devolvió el navegador con ${error === null ? 'un error' : `el error ${error}`}. No se conectó nada. Empieza la conexión de nuevo.`,
	noCode: ({ exchange, limit, count }) =>
		`La redirección de ${exchange} debe llevar exactamente un código de ${limit} caracteres como máximo; número de códigos: ${count}. Empieza la conexión de nuevo.`,
	otherSite: ({ exchange, parameter, value }) =>
		`Solo las cuentas de ${exchange} con ${parameter} ${value} se pueden conectar así; esta cuenta es de otro sitio. Introduce una clave de API.`,
	notStored: () => 'El servicio no pudo comprobar y guardar la cuenta.',
	keyDeleted: ({ exchange }) => `La clave de API que ${exchange} había creado se borró.`,
	keyMaybeCreated: ({ exchange }) =>
		`Puede que ${exchange} haya creado una clave de API. Revisa allí tus claves y borra esa clave si existe.`,
	keyLeft: ({ exchange, label, ending }) =>
		`Este servicio no pudo borrar la clave de API que ${exchange} había creado. Borra allí la clave ${label === null ? `cuyo id termina en ${ending}` : `«${label}»`}.`,
	noAnswer: ({ exchange, request, fault }, write) =>
		`${exchange} no dio una respuesta utilizable a ${REQUESTS[request]}: ${write.words(fault)}. Empieza la conexión de nuevo.`,
	refused: ({ exchange, request, code }) => {
		const meaning = code === null ? undefined : MEANINGS[code];
		const why = code === null ? '' : ` con ${code}${meaning === undefined ? '' : `: ${meaning}`}`;
		return `${exchange} rechazó ${REQUESTS[request]}${why}. Empieza la conexión de nuevo o introduce una clave de API.`;
	},
	late: ({ limit }) => `ninguna respuesta en ${limit} ms`,
	redirected: ({ status }) => `envió una redirección (HTTP ${status}), que este servicio no sigue`,
	notJson: ({ status }) => `HTTP ${status} con un tipo de contenido que no es application/json`,
	notObject: ({ status }) => `HTTP ${status} con un cuerpo que no es un objeto JSON`,
	tooLong: ({ limit }) => `la respuesta tiene más de ${limit} bytes`,
	broken: ({ code }) => (code === null ? 'la conexión se cortó' : `la conexión se cortó (${code})`),
	noToken: () => 'la respuesta no tiene token',
	notBearer: () => 'el token no es un token Bearer',
	noKey: () => 'la respuesta no tiene clave',
	keyEncrypted: () => 'la clave no se puede descifrar',
};
