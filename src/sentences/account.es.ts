/** Sentences about connected exchange accounts and their keys, in Spanish. */
import type { account as english } from './account.ts';
import type { Translated } from './translated.ts';

/** Reasons shown with an account's status, and refusals about accounts and keys, in Spanish. */
export const account: Translated<typeof english> = {
	unreadable: () => 'La clave guardada no se puede descifrar. Conecta la cuenta de nuevo.',
	refused: ({ exchange, reason }, write) =>
		`${exchange} rechaza la clave: ${reason === null ? 'no dio ningún motivo.' : write.words(reason)}`,
	expired: ({ at }, write) =>
		`La clave caducó el ${write.instant(at)}. Conecta la cuenta con una clave nueva.`,
	gainedWithdrawal: () =>
		'La clave puede ahora retirar dinero de la cuenta. Quita ese permiso, o conecta otra clave.',
	lostTrading: () => 'La clave ya no puede operar con futuros perpetuos. Conecta otra clave.',
	notHeard: ({ exchange }) => `${exchange} aún no ha respondido a ninguna solicitud con esta clave.`,
	closing: () => 'El servicio desconecta la cuenta cuando se cierren sus operaciones.',
	noDescription: ({ exchange }) => `${exchange} no quiere comunicar los permisos de esta clave.`,
	noAnswer: ({ exchange }) => `${exchange} no respondió. No se conectó nada. Inténtalo de nuevo.`,
	describeTimeout: ({ exchange, limitMs }, write) =>
		`${exchange} no comunicó los permisos de la clave en ${write.duration(limitMs)}.`,
	describeRateLimited: ({ exchange, limitMs }, write) =>
		`El límite de solicitudes de ${exchange} retrasó la comprobación de la clave más de ${write.duration(limitMs)}.`,
	rateLimited: ({ exchange, retryAfterMs }, write) =>
		`El límite de solicitudes de ${exchange} está agotado. No se conectó nada. Inténtalo en ${write.duration(retryAfterMs)}.`,
	canWithdraw: ({ exchange, permissions }) =>
		`La clave puede retirar dinero de la cuenta de ${exchange} (${permissionsText(permissions)}). Conecta una clave que solo pueda operar.`,
	cannotTrade: ({ exchange, permissions, isReadOnly }) =>
		`La clave debe poder operar con futuros perpetuos en ${exchange}; ${isReadOnly ? 'esta clave solo puede leer' : permissionsText(permissions)}.`,
	tooManyRefused: ({ exchange, perUser, total, minutes }) =>
		`Demasiadas claves no válidas para ${exchange}. En ${minutes} minutos se permiten ${perUser} por usuario y ${total} en total. Inténtalo más tarde.`,
	cannotTransfer: ({ exchange }) =>
		`La clave de esta cuenta en ${exchange} no puede mover dinero entre tus billeteras. Dale ese permiso en el exchange, y ningún permiso de retirada.`,
	noOwnTransfers: ({ exchange }) => `El servicio no puede mover dinero entre tus billeteras en ${exchange}.`,
	transferNotInUse: ({ exchange }) =>
		`Esta cuenta no está en uso en ${exchange}. Llama antes a use_exchange_account.`,
	unknown: ({ was }) =>
		`account_id debe ser el de una de tus cuentas conectadas; era ${JSON.stringify(was)}.`,
	probeOpen: ({ exchange }) =>
		`Puede que una orden de prueba de la autocomprobación siga abierta en ${exchange}. Mira la autocomprobación de la cuenta e inténtalo de nuevo.`,
	paper: ({ exchange }) =>
		`Este servicio opera con dinero simulado. Ya tienes una cuenta simulada en ${exchange}; no se necesita ni se guarda ninguna clave.`,
	tooMany: ({ exchange, count, limit }) =>
		`Tienes ${count} cuentas conectadas en ${exchange}; el límite es ${limit}. Desconecta antes una.`,
	label: ({ limit, length }) => `label debe tener de 1 a ${limit} caracteres; tenía ${length}.`,
	notStored: () =>
		'El cambio en tus cuentas no se pudo guardar, así que nada ha cambiado. Comprueba el disco del directorio de datos.',
	alreadyConnected: ({ accountId }) =>
		accountId === null
			? 'Esta cuenta o esta clave ya está conectada.'
			: `Esta cuenta ya está conectada con esta clave, como ${accountId}.`,
	executionsOpen: ({ exchange, executionIds }) => {
		const name = `tu cuenta activa de ${exchange}`;
		if (executionIds.length === 0)
			return `Se está abriendo una operación en ${name}. Inténtalo cuando esté abierta.`;
		return executionIds.length === 1
			? `La operación ${executionIds[0]} está abierta en ${name}. Ciérrala antes.`
			: `Las operaciones ${executionIds.join(', ')} están abiertas en ${name}. Ciérralas antes.`;
	},
};

function permissionsText(permissions: readonly string[]): string {
	return permissions.length === 0
		? 'esta clave no tiene permisos'
		: `esta clave tiene los permisos ${permissions.join(', ')}`;
}
