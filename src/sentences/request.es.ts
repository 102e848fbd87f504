/** Refusals of requests, in Spanish. */
import type {
	access as accessEnglish,
	RequestClass,
	request as requestEnglish,
	SubscriptionKind,
} from './request.ts';
import type { Translated } from './translated.ts';

const CLASSES: Readonly<Record<RequestClass, string>> = {
	public: 'públicas',
	read: 'de lectura',
	trade: 'de operación',
	stop: 'de parada',
};

const KINDS: Readonly<Record<SubscriptionKind, string>> = {
	private: 'suscripciones privadas',
	public: 'suscripciones públicas',
	stranger: 'suscripciones públicas sin token',
};

/** Refused tokens, missing scopes, and calls above a rate limit, in Spanish. */
export const access: Translated<typeof accessEnglish> = {
	absent: () => 'Este método necesita la cabecera Authorization: Bearer <token>; no estaba.',
	otherHeader: () => 'La cabecera Authorization debe ser la palabra Bearer y un token; era otra cosa.',
	invalid: () => 'El token es desconocido, ha caducado o fue revocado.',
	scope: ({ scope, own }) =>
		`Este método necesita un token con el permiso ${scope}; el tuyo tiene ${own.join(' ') || 'ninguno'}.`,
	unbound: () => 'Este token no está ligado a una clave; envíalo como Bearer.',
	bound: () =>
		'Este token está ligado a una clave. Envía Authorization: DPoP <token> y una prueba en la cabecera DPoP.',
	proof: ({ fault }, write) => `La prueba DPoP no es válida: ${write.words(fault)}.`,
	rateLimit: ({ callClass, perSecond, burst, waitMs }, write) =>
		`Demasiadas llamadas ${CLASSES[callClass]}: el límite es ${perSecond} por segundo, con ráfagas de ${burst}. Llama otra vez en ${write.duration(waitMs)}.`,
	attempts: ({ seconds }) =>
		`Demasiados intentos fallidos de autenticación. Inténtalo de nuevo en ${seconds} s.`,
	otherUser: () => 'authenticate cambió el usuario de esta conexión.',
	scopeLost: ({ scope }) =>
		`Esta suscripción necesita un token con el permiso ${scope}; el token ya no lo tiene.`,
};

/** Requests that the service does not serve, in Spanish. */
export const request: Translated<typeof requestEnglish> = {
	stopping: () => 'El servicio se está deteniendo.',
	notListening: () => 'El servicio aún no escucha. Inténtalo de nuevo en un momento.',
	authorizationStarting: () => 'El servidor de autorización está arrancando.',
	noDocumentation: () =>
		'La documentación no se ha generado en esta copia. Ejecuta npm run docs y arranca el servicio de nuevo.',
	timeout: ({ method, limitMs }, write) =>
		`${method} no respondió en ${write.duration(limitMs)}. Continúa en segundo plano.`,
	downloads: ({ limit }) =>
		`Has alcanzado tu límite de ${limit} descargas simultáneas. Espera a que termine una.`,
	connections: ({ limit }) =>
		`El servicio ha alcanzado su límite de ${limit} WebSockets abiertos. Inténtalo más tarde.`,
	groupsFull: ({ limit, kind }) =>
		`El servicio ha alcanzado su límite de ${limit} ${KINDS[kind]} distintas entre todos los usuarios. Inténtalo más tarde.`,
	connectionFull: ({ limit }) =>
		`Esta conexión ha alcanzado su límite de ${limit} suscripciones. Termina una primero.`,
};
