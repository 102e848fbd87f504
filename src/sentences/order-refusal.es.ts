/** Refusals of calls about an opening or an execution, in Spanish. */
import type { orderRefusal as english } from './order-refusal.ts';
import type { Translated } from './translated.ts';

const ACTORS: Readonly<Record<string, string>> = {
	operator: 'el operador',
	restore: 'la restauración de una copia de seguridad',
};
const DONE = {
	opened: 'no se abrió nada',
	closed: 'no se cerró nada',
	canceled: 'no se canceló nada',
	stopped: 'no se detuvo nada',
	reversed: 'no se revirtió nada',
	changed: 'no se cambió nada',
} as const;
const STATUSES: ReadonlyMap<string, string> = new Map([
	['queued', 'en cola'],
	['opening', 'abriéndose'],
	['running', 'abierta'],
	['closing', 'cerrándose'],
	['closed', 'cerrada'],
	['failed', 'fallida'],
	['needs_attention', 'a la espera de tu atención'],
]);

/** Refusals of calls, in Spanish. */
export const orderRefusal: Translated<typeof english> = {
	rateLimited: ({ exchange, limit, wait }, write) =>
		`El límite de solicitudes de ${exchange} retrasó esta llamada más de ${write.duration(limit)}. No se abrió nada. Inténtalo de nuevo en ${write.duration(wait)}.`,
	noAnswer: ({ exchanges, limit }, write) =>
		`${exchanges.join(' o ')} no respondió en ${write.duration(limit)}. No se abrió nada. Inténtalo de nuevo.`,
	notConnected: ({ exchange }) => `No tienes ninguna cuenta conectada en ${exchange}. Conecta una primero.`,
	leverage: ({ exchange, symbol, leverage, why }, write) =>
		`${exchange} rechaza el apalancamiento ${write.number(leverage)} con margen aislado para ${symbol}: ${write.words(why)}`,
	noMid: ({ coin }) =>
		`No hay un precio medio utilizable de ${coin}, porque un libro de órdenes está vacío o cruzado. Inténtalo de nuevo.`,
	noFunding: ({ instrument }) =>
		`La tasa de financiación de ${instrument} es desconocida ahora. Inténtalo de nuevo.`,
	unknownOpportunity: ({ id }) => `opportunity_id debe nombrar una oportunidad; era ${id}.`,
	expired: ({ id }) => `La oportunidad ${id} ya no existe. Elige otra de la lista.`,
	unknownExecution: ({ id }) => `execution_id debe nombrar una de tus operaciones; era ${id}.`,
	notRollable: ({ id, status }) =>
		`Solo una operación en curso, con patas iguales y sin órdenes pendientes, puede mover una pata; ${id} está en ${status}.`,
	rollsAlready: ({ id, by }) =>
		`Una pata de ${id} ya se está moviendo, a ${by}. Espera a que termine o deténla con cancel_execution.`,
	hedgeStays: ({ id }) =>
		`${id} es una cobertura de emergencia, que el servicio cierra por sí mismo cuando responda el exchange en silencio.`,
	rollTarget: ({ exchange, symbol, coin }) =>
		symbol === null
			? `${exchange} debe listar exactamente un contrato de ${coin} en la moneda de la pata que se mueve. Indica uno con symbol.`
			: `${exchange} no lista ${symbol} como contrato de ${coin}.`,
	rollSameExchange: ({ exchange }) =>
		`exchange debe ser distinto de los dos exchanges de la posición; era ${exchange}.`,
	rollTooSmall: ({ share, least, coin }, write) =>
		`Una parte de ${write.number(share)} mueve, o deja, menos que la orden mínima de los exchanges, ${write.number(least)} ${coin}. Mueve otra parte o todo.`,
	rollShrank: ({ id, held, moves, coin }, write) =>
		`${id} se redujo mientras tanto: tiene ${write.number(held)} ${coin} por pata, y se moverían ${write.number(moves)}. Llama a roll_leg otra vez.`,
	rollAccount: ({ exchange }) =>
		`La pata en ${exchange} está en otra cuenta que la que se usa allí ahora. Vuelve a usar esa cuenta primero.`,
	unknownJob: ({ id }) => `job_id debe nombrar uno de tus trabajos; era ${id}.`,
	rollNotResubmittable: ({ id }) =>
		`${id} mueve una pata de una posición, así que no se puede repetir como apertura. Llama a roll_leg otra vez.`,
	notResubmittable: ({ id, status }) =>
		`Solo una operación fallida se puede repetir; ${id} está ${statusName(status)}. Para abrir otra con la misma oportunidad, llama a \`execute_opportunity\`.`,
	usedKey: ({ key }) => `La idempotency_key ${key} ya se usó con otros parámetros. Usa una clave nueva.`,
	unknownPreview: ({ id }) =>
		`preview_id debe nombrar una de tus vistas previas; era ${id}. Una vista previa vale para una apertura y se pierde cuando el servicio se reinicia. Pide otra vista previa.`,
	otherTerms: () => 'Los parámetros difieren de los de la vista previa. Pide otra vista previa.',
	previewExpired: ({ late }, write) =>
		`La vista previa caducó hace ${write.duration(late)}. Pide otra vista previa.`,
	otherSlices: ({ mode, slices, shown, shownSlices }) =>
		`La apertura usaría ahora el modo ${mode} en ${slices} partes; la vista previa mostró ${shown} en ${shownSlices}. Pide otra vista previa.`,
	costs({ total, limit }, write) {
		const [was, most] = write.percentPair(total ?? limit, limit);
		return `Coste total: ${total === null ? 'desconocido' : was} del valor nocional de una pata, límite ${most}. Pide otra vista previa.`;
	},
	net({ net, limit }, write) {
		const [was, least] = write.percentPair(net ?? limit, limit);
		return `Neto esperado: ${net === null ? 'desconocido' : was} del valor nocional de una pata, mínimo ${least}. Pide otra vista previa.`;
	},
	journal: ({ what }) =>
		`No se puede escribir en el diario, así que ${DONE[what]}. Comprueba el disco del directorio de datos. El servicio continúa solo cuando se pueda escribir.`,
	journalFails: () => 'No se puede escribir en el diario.',
	notJournaled: () =>
		'No se puede escribir en el diario, así que no se abrió nada. Comprueba el disco del directorio de datos.',
	notWritten: ({ what }) =>
		`${what === 'close' ? 'El cierre' : 'La cancelación'} aún no se ha guardado, así que el servicio no ha enviado ninguna orden. Se ejecuta cuando se guarde. Consulta \`get_execution\`.`,
	exitNotWritten: () =>
		'Las nuevas reglas de salida aún no se han guardado. Se aplican cuando se guarden. Consulta `get_execution`.',
	exitFixed: ({ hasEnded }) =>
		`La operación ${hasEnded ? 'ha terminado' : 'se está cerrando'}, así que sus reglas de salida no pueden cambiar.`,
	notRunning: ({ status }) =>
		`Solo una operación abierta se puede mantener otro intervalo de financiación; esta está ${statusName(status)}.`,
	noMaxEpochs: () =>
		'La operación no tiene max_epochs, así que ningún cobro la cierra. Define uno con `update_exit`.',
	agentStopped: ({ agent }) =>
		`El propietario del agente ${agent} lo detuvo, así que el servicio no abre posiciones para él.`,
	agentStopNotWritten: () =>
		'El agente está detenido y el servicio no abre nada más para él. Sus aperturas en curso se detienen en cuanto se pueda escribir en el diario. Comprueba el disco del directorio de datos.',
	accountLeaves: ({ exchange }) =>
		`Tu cuenta en ${exchange} se está desconectando, así que el servicio no abre posiciones en ella.`,
	halted({ scope, exchange, by, at, reason }, write) {
		const where =
			exchange !== null ? ` en ${exchange}` : scope === 'service' ? ' en todos los exchanges' : '';
		const who = ACTORS[by] ?? `tu halt_trading (${by})`;
		return `Las operaciones${where} están detenidas por ${who} desde ${write.instant(at)}. Motivo: ${reason === null ? 'no indicado' : reason.replace(/\.$/, '')}.`;
	},
	haltNotWritten: () =>
		'Las operaciones están detenidas, pero la parada no se ha guardado, así que solo dura hasta que el servicio se detenga. Llama otra vez a `halt_trading` cuando se pueda escribir en el disco del directorio de datos.',
	haltEndNotWritten: () =>
		'El servicio no pudo guardar el fin de la parada, así que las operaciones siguen detenidas. Comprueba el disco del directorio de datos.',
	silentStream: ({ exchange, orders, since }, write) =>
		`El flujo de cuenta de ${exchange} no ha informado de ninguna de tus últimas ${orders} órdenes desde ${write.instant(since)}. Notaríamos una liquidación con segundos de retraso, así que no abrimos posiciones en la cuenta. Las posiciones abiertas aún se pueden cerrar. Cada minuto el servicio reconecta el flujo y lo prueba con una orden que no puede ejecutarse. Si el flujo sigue en silencio, comprueba la página de estado de ${exchange} y el proxy o cortafuegos de esta máquina, o usa otra clave.`,
};

function statusName(status: string): string {
	return STATUSES.get(status) ?? status;
}
