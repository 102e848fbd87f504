/** Outcomes of deliveries and of calls of a heartbeat, in Spanish. */
import type { alertDelivery as deliveryEnglish, alertUrl as urlEnglish } from './alert-delivery.ts';
import type { Translated } from './translated.ts';

/** Rules for a URL, in Spanish. */
export const alertUrl: Translated<typeof urlEnglish> = {
	url: () => 'debe ser una URL',
	https: () => 'debe ser una URL https',
	httpsOrOwn: () => 'debe ser una URL https, o http a esta máquina',
	noLogin: () => 'debe ser una URL sin nombre de usuario ni contraseña',
	publicAddress: () => 'debe ser una URL de una dirección pública',
};

/** Outcomes, in Spanish. */
export const alertDelivery: Translated<typeof deliveryEnglish> = {
	answered: ({ status, body, isRedirect }) =>
		`Respondió ${status}${body === '' ? '' : `: ${body}`}.${isRedirect ? ' El servicio no sigue redirecciones. Introduce la nueva dirección.' : ''}`,
	address: ({ rule }, write) => `La dirección ${write.words(rule)}.`,
	unreachable: ({ host, seconds }) =>
		`${host} no respondió en ${seconds} s, no es accesible o no es público. El registro del servicio contiene la causa.`,
	unreadable: () => 'La dirección guardada no se puede descifrar. Elimina el destino y añádelo de nuevo.',
	tooOld: ({ age }) => `La alerta tenía más de ${age}.`,
	queueFull: ({ count }) => `Más de ${count} alertas esperaban al destino.`,
	heldTooMany: ({ count }) => `Más de ${count} alertas esperaron durante las horas de silencio.`,
	paused: () => 'El destino estaba en pausa.',
	mailAccepted: ({ code }) => `El servidor de correo lo aceptó${code === null ? '' : ` (${code})`}.`,
	mailReplied: ({ code, reply }) =>
		`El servidor de correo respondió ${code}${reply === '' ? '' : `: ${reply}`}.`,
	mailUnreachable: ({ cause }) =>
		`El servidor de correo de este servicio no se puede usar (${cause}). El registro del operador contiene la causa.`,
	heartbeatUnreadable: () => 'La URL guardada no se puede descifrar. Fija el latido de nuevo.',
	storeNotWritable: () => 'No se puede escribir en el almacén, así que no se envía ningún latido.',
	checksStopped: ({ age }) =>
		`Las comprobaciones de alertas no terminan desde hace ${age}, así que no se envía ningún latido.`,
	noMarketData: () => 'Ningún exchange envía datos actuales, así que no se envía ningún latido.',
};
