/** Refusals of logins and of calls about passkeys, in Spanish. */
import type {
	jwt as jwtEnglish,
	login as loginEnglish,
	openid as openidEnglish,
	passkey as passkeyEnglish,
	externalServer as serverEnglish,
} from './login.ts';
import type { Translated } from './translated.ts';

/** Refusals of calls about passkeys, in Spanish. */
export const passkey: Translated<typeof passkeyEnglish> = {
	unknown: ({ was }) => `passkey_id debe nombrar una de tus llaves de acceso; era ${JSON.stringify(was)}.`,
	tooMany: ({ limit }) => `Tienes ${limit} llaves de acceso, que es el límite. Elimina una primero.`,
	noSite: () =>
		'Los navegadores admiten llaves de acceso solo en localhost y en direcciones https con nombre de host.',
	notMade: () =>
		'La llave de acceso no se añadió. El intento caducó (5 minutos), otro más reciente lo sustituyó o tu dispositivo no te verificó. Empieza de nuevo.',
	notProven: () =>
		'El inicio de sesión con llave de acceso falló. La llave no está registrada aquí, el intento caducó (5 minutos) o se reutilizó, o tu dispositivo no te verificó. Empieza de nuevo.',
};

/** Refusals for all types of login, in Spanish. */
export const login: Translated<typeof loginEnglish> = {
	noBrowser: () =>
		'Este navegador no ha empezado un inicio de sesión o rechaza las cookies. Empieza de nuevo.',
	link: () =>
		'Este enlace de inicio de sesión ya se usó, tiene más de diez minutos o se sustituyó por otro. Ejecuta carrywire login-link para obtener otro.',
	notAdmitted: ({ name }) =>
		`Este servicio admite solo las identidades que su operador ha listado; ${name} no es una de ellas.`,
	userGone: () => 'El usuario de esta sesión ya no existe.',
	subjectClaim: ({ claim, limit }) =>
		`El claim ${claim}, que identifica al usuario, debe tener de 1 a ${limit} caracteres ASCII imprimibles sin espacios.`,
};

/** Refusals of logins at an OpenID provider, in Spanish. */
export const openid: Translated<typeof openidEnglish> = {
	unknownState: () =>
		'Este intento de inicio de sesión es desconocido, ya se usó, caducó o es de otro navegador. Empieza de nuevo.',
	keyGone: () => 'La clave que cifró este inicio de sesión ya no existe. Empieza de nuevo.',
	callbackTooLong: ({ length, limit }, write) =>
		`La respuesta de retorno tiene ${write.number(length)} caracteres; el límite es ${write.number(limit)}.`,
	stateCount: ({ was }) =>
		`La respuesta de retorno debe llevar exactamente un state; lleva ${was}. Empieza de nuevo.`,
	idTokenAlgorithm: ({ provider, allowed }) =>
		`El token de ID de ${provider} debe estar firmado con ${allowed.join(' o ')}; no lo está.`,
	noAnswer: ({ provider, fault }, write) =>
		`El proveedor de identidad ${provider} ${write.words(fault)}. Inténtalo de nuevo.`,
	codeRefused: ({ provider }) =>
		`El proveedor de identidad ${provider} no aceptó el código de autorización. Empieza de nuevo.`,
	serviceRefused: ({ provider, status }) =>
		`El proveedor de identidad ${provider} rechazó este servicio (HTTP ${status}), no al usuario. El operador debe revisar los ajustes de este proveedor.`,
	checkFailed: ({ provider, fault }, write) =>
		`La respuesta del proveedor de identidad ${provider} no superó una comprobación: ${write.words(fault)}.`,
	unusable: () => 'dio una respuesta inutilizable',
	declined: ({ provider, code }) => `El inicio de sesión en ${provider} se rechazó (${code}).`,
	notAvailable: ({ code }) => `no está disponible (${code})`,
	requestRefused: ({ provider, code }) =>
		`El proveedor de identidad ${provider} rechazó la solicitud (${code ?? 'sin código conocido'}).`,
	noDiscovery: () => 'no tiene un documento de descubrimiento utilizable para el emisor configurado',
	otherIssuer: ({ provider, issuer }) =>
		`El documento de descubrimiento del proveedor de identidad ${provider} debe nombrar el emisor configurado ${issuer}; nombra otro.`,
	insecureEndpoint: ({ provider }) =>
		`El proveedor de identidad ${provider} debe tener un punto de autorización por https; no lo tiene.`,
};

/** Refusals of login tokens from an external provider, in Spanish. */
export const jwt: Translated<typeof jwtEnglish> = {
	tooLong: ({ length, limit }, write) =>
		`El token tiene ${write.number(length)} caracteres; el límite es ${write.number(limit)}.`,
	malformed: () => 'El token debe tener tres partes en base64url, separadas por puntos.',
	replayed: () => 'Este token ya se usó para un inicio de sesión. Inicia sesión en el proveedor de nuevo.',
	keysNotRead: ({ provider, fault }, write) =>
		`El servidor de claves de ${provider} ${write.words(fault)}. Inténtalo de nuevo.`,
	noKeySet: () => 'no respondió con un conjunto de claves',
	refused: ({ provider, fault }, write) => `El token de ${provider} fue rechazado: ${write.words(fault)}.`,
	algorithm: () => 'su algoritmo no está configurado',
	noKey: () => 'no corresponde a exactamente una clave del emisor',
	signature: () => 'su firma no es la del emisor',
	notSigned: () => 'no es un JWT firmado de un tipo admitido',
};

/** Failures of a request to an external server, in Spanish. */
export const externalServer: Translated<typeof serverEnglish> = {
	insecure: () => 'debe llamarse por https',
	late: ({ limit }, write) => `no respondió en ${write.duration(limit)}`,
	unreachable: ({ code }) => `no es accesible${code === null ? '' : ` (${code})`}`,
	tooLarge: ({ limit }, write) => `respondió con más de ${write.number(limit)} bytes`,
};
