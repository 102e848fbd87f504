/** Meaning and remedy of each error code, in Spanish. A page shows it if the error's message has no translation. */
import type { ErrorMeanings } from './error-codes.ts';

/** Meaning and remedy by error code, or by the kind of a lost answer. */
export const errorMeanings: ErrorMeanings = {
	PARSE_ERROR: 'El cuerpo no es JSON. Envía un valor JSON en UTF-8.',
	INVALID_REQUEST: 'La llamada no es una solicitud JSON-RPC 2.0 válida.',
	BATCH_EMPTY: 'El lote está vacío. Envía al menos una solicitud.',
	BATCH_TOO_LARGE: 'El lote tiene demasiadas entradas. Divídelo.',
	NOT_IN_BATCH:
		'El método no se permite en un lote, o las respuestas juntas son demasiado grandes. Llámalo por separado.',
	BODY_TOO_LARGE: 'El cuerpo supera el límite de tamaño. Envía menos.',
	CONTENT_TYPE: 'El Content-Type no es application/json.',
	NOT_FOUND: 'La ruta no existe.',
	METHOD_NOT_ALLOWED: 'La ruta no acepta este método HTTP.',
	ORIGIN_NOT_ALLOWED:
		'La solicitud viene de una página de otro sitio, o usa un nombre de host que este servicio no acepta.',
	NOTIFICATION_REFUSED: 'La llamada que opera no tenía id, así que el servicio no hizo nada.',
	METHOD_NOT_FOUND: 'El método no existe.',
	INVALID_PARAMS: 'Un parámetro falta, es desconocido, tiene otro tipo o está fuera de rango. Corrígelo.',
	UNKNOWN_OPPORTUNITY: 'Ninguna oportunidad tuvo nunca este id. Elige una de la lista.',
	UNKNOWN_EXECUTION: 'No tienes ninguna operación con este id. Elige una de tu cartera.',
	UNKNOWN_TOKEN: 'No tienes ningún token con este id. Elige uno de la lista.',
	UNKNOWN_AGENT: 'No tienes ningún agente con este id. Elige uno de la lista.',
	UNKNOWN_JOB: 'No tienes ningún trabajo con este id.',
	UNKNOWN_EXCHANGE_PAIR: 'Este servicio no tiene configurado el par de exchanges.',
	UNKNOWN_SYMBOL: 'Ningún exchange de la llamada lista este símbolo.',
	UNKNOWN_ACCOUNT: 'No tienes ninguna cuenta conectada con este id.',
	UNKNOWN_ALERT_TARGET: 'No tienes ningún destino de alertas con este id.',
	UNKNOWN_ALERT_RULE: 'No tienes ninguna regla de alertas con este id.',
	WRONG_CONFIRMATION_CODE:
		'El código de confirmación es incorrecto o ha caducado. Escribe el código del último correo, o pide otro.',
	TOO_MANY_ALERT_TARGETS: 'Has alcanzado el límite de destinos de alertas. Elimina uno.',
	TOO_MANY_ALERT_RULES: 'Has alcanzado el límite de reglas de alertas. Elimina una.',
	TOO_MANY_HEARTBEATS:
		'El servicio ha alcanzado su límite de señales de vida. Pide al operador que suba `alerts.heartbeatsMax`.',
	ALERT_TARGET_UNCONFIRMED:
		'La dirección de este destino no está confirmada. Confírmala con el código del correo.',
	ALERT_TARGET_CONFIRMED: 'La dirección de este destino no necesita confirmación. El destino recibe alertas.',
	MAIL_NOT_CONFIGURED:
		'El operador no ha configurado un servidor de correo. Usa otro tipo de destino, o pide al operador que lo configure.',
	MAIL_NOT_SENT:
		'El servidor de correo no aceptó el correo de confirmación. Comprueba la dirección, o inténtalo más tarde.',
	UNKNOWN_POT: 'No tienes ningún fondo con este id.',
	UNKNOWN_DECISION: 'No tienes ninguna decisión con este id, o no tiene ese cambio.',
	POT_NOT_CONFIRMED: 'El servicio opera en modo real, y la llamada no confirma órdenes reales.',
	POT_STOPPED: 'El fondo se detiene o está detenido, y eso es definitivo.',
	TOO_MANY_POTS: 'Has alcanzado el límite de fondos.',
	NOTHING_TO_CONFIRM: 'Ningún cambio de la decisión espera una confirmación.',
	NO_LONGER_PAYS: 'El cambio cuesta más de lo que permitía el plan.',
	POT_OPENING_FAILED: 'Una apertura del fondo terminó sin posición.',
	UNKNOWN_CHAT: 'No tienes ningún chat vinculado con este id.',
	CHAT_NOT_SET_UP: 'El operador no ha configurado ningún bot de chat.',
	TOO_MANY_CHATS: 'Has alcanzado el límite de chats vinculados. Elimina uno.',
	PLAN_CONTRADICTION: 'Ningún plan cumple todos los límites. Amplía uno de ellos.',
	PLAN_UNAVAILABLE: 'El plan no se pudo calcular. Inténtalo de nuevo; si se repite, avisa al operador.',
	REPLAY_OFF: 'El operador ha desactivado las repeticiones.',
	UNKNOWN_REPLAY: 'No tienes ninguna repetición con este id.',
	REPLAY_DATA: 'Los datos o el archivo de la estrategia no se pueden leer. Elige otros.',
	REPLAY_QUEUE_FULL:
		'Has alcanzado el límite de repeticiones en espera. Espera a que termine una o cancela una.',
	REPLAY_NOT_DONE: 'La repetición espera o está en curso, así que aún no tiene resultado.',
	REPLAY_NO_RESULT: 'La repetición no tiene ese resultado: falló, o le falta esa parte.',
	UNKNOWN_PREVIEW: 'No tienes ninguna vista previa con este id. Pide antes una vista previa.',
	UNKNOWN_CHANNEL: 'Ningún canal tiene este nombre.',
	UNKNOWN_SUBSCRIPTION: 'Esta conexión no tiene ninguna suscripción con este id.',
	PREVIEW_MISMATCH: 'Los datos difieren de los de la vista previa. Envía los mismos.',
	PREVIEW_REQUIRED: 'La operación no tenía vista previa. No se envió nada.',
	INTERNAL_ERROR: 'El servicio ha fallado por dentro. El operador encuentra el fallo en el registro.',
	NOT_READY: 'El servicio arranca o se detiene. Inténtalo de nuevo.',
	TIMEOUT:
		'El método no respondió a tiempo; su trabajo continúa. Comprueba tu cartera antes de llamar de nuevo.',
	STORE_UNAVAILABLE:
		'El servicio no puede escribir su diario, así que no abre ni cierra posiciones. Libera espacio en el disco o repara el directorio de datos.',
	OPPORTUNITY_EXPIRED: 'La oportunidad existió, pero ya no existe. Actualiza la lista.',
	SUBSCRIPTION_LIMIT: 'Se ha alcanzado el límite de WebSockets o suscripciones. Cierra uno.',
	EDGE_GONE: 'El APR neto está por debajo del mínimo que pediste, o es desconocido. Baja el mínimo o espera.',
	NO_TRADE:
		'El veredicto no es Operar, y pediste abrir solo con ese veredicto. Espera, o quita esa condición.',
	MODE_NOT_AVAILABLE: 'Este modo no sirve para la operación. Usa el modo automático u otro importe.',
	LIVE_NOT_CONFIRMED: 'El modo es real, pero este arranque no confirmó órdenes reales.',
	SELF_CHECK_NOT_PASSED:
		'La cuenta debe pasar su autocomprobación antes de abrir posiciones. Corrige lo que indica y compruébala de nuevo.',
	STREAM_SILENT:
		'El canal de la cuenta no comunicó sus últimas órdenes, así que el servicio no abre posiciones en ella. Espera: el servicio se reconecta solo.',
	EXIT_RULE_CONFLICT:
		'Una regla de salida cerraría la operación al abrirla, o contradice otra regla. Cámbiala o quítala.',
	QUOTE_STALE: 'Un precio que la operación necesita está desactualizado. Inténtalo cuando lleguen datos.',
	PRICE_COLLAR:
		'El precio medio de un libro de órdenes está lejos del precio de marca o índice, o se desconoce uno. Espera.',
	PAIR_INACTIVE: 'Un exchange del par no funciona, tiene datos desactualizados o está detenido.',
	EXCHANGE_NOT_TRADED:
		'El servicio solo lee datos de un exchange de esta oportunidad y no opera en él. Elige otra oportunidad.',
	EXCHANGE_NOT_CONNECTED: 'No tienes ninguna cuenta conectada en este exchange. Conecta una.',
	PAPER_NEEDS_NO_KEY:
		'El servicio opera con dinero simulado en sus propias cuentas y no acepta claves de exchanges.',
	KEY_REFUSED:
		'El exchange rechaza la clave, o la clave ha caducado. Crea otra. Si limita las direcciones IP, añade la de este servicio.',
	KEY_CAN_WITHDRAW: 'La clave podría retirar dinero. Crea una clave que solo pueda operar.',
	KEY_CANNOT_TRADE:
		'La clave no puede operar con futuros perpetuos. Añade ese permiso en el exchange, o crea otra clave.',
	ACCOUNT_ALREADY_CONNECTED: 'Esta cuenta o clave ya está conectada. Su usuario debe desconectarla antes.',
	TOO_MANY_ACCOUNTS: 'Has alcanzado el límite de cuentas conectadas en este exchange. Desconecta una.',
	EXECUTIONS_RUNNING: 'La cuenta activa tiene operaciones abiertas o en apertura. Ciérralas antes.',
	INSUFFICIENT_MARGIN:
		'La cuenta tiene menos margen disponible del que la pata necesita. Deposita más, o baja el importe.',
	BELOW_MIN_NOTIONAL: 'Una pata quedaría por debajo de un mínimo del exchange. Sube el importe.',
	INSUFFICIENT_DEPTH:
		'El libro de órdenes tiene poca profundidad y se superaría el límite de deslizamiento. Baja el importe o amplía el límite.',
	OPPORTUNITY_GUARDED: 'Una salvaguarda bloquea esta oportunidad. Lee sus motivos en la página.',
	POSITION_CONFLICT:
		'La cuenta ya tiene este contrato en el otro lado, con otro apalancamiento, o en un tamaño que tus operaciones no explican. Usa los mismos valores, o cierra antes esa posición.',
	CLOSE_REFUSED:
		'El exchange rechaza las órdenes que cierran otra operación en este contrato. Espera a que se cierre.',
	LEVERAGE_REFUSED: 'Un exchange rechaza este apalancamiento o modo de margen. Usa un apalancamiento menor.',
	PREVIEW_EXCEEDED:
		'La vista previa ha caducado, o sus costes o su neto esperado se salieron de los límites. Pide otra.',
	QUOTE_DEPEG: 'Las divisas de cotización de las patas han perdido su paridad. Espera a que la recuperen.',
	RISK_LIMIT: 'Un límite del servicio, del usuario o del agente lo impide. Baja el importe.',
	TRADING_HALTED:
		'Las aperturas están detenidas, o un exchange dejó hace poco demasiadas solicitudes sin respuesta. Reanuda, o espera.',
	ALREADY_CLOSING: 'La operación ya se está cerrando, y esta llamada pide algo distinto.',
	NOT_CLOSABLE:
		'La operación aún no está abierta del todo, así que no se puede cerrar una parte. Ciérrala entera, o detén antes la apertura.',
	NOT_CANCELABLE: 'La operación ya no está en apertura. No hay nada que cancelar.',
	NOT_CONTINUABLE: 'La operación no está en curso, o no tiene un número máximo de cobros que ampliar.',
	NOT_ROLLABLE: 'La pata de esta operación no se puede mover ahora.',
	EXIT_NOT_CHANGEABLE:
		'La operación se está cerrando o ha terminado, así que sus reglas de salida ya no cuentan.',
	NOT_RESUBMITTABLE: 'El trabajo no falló, así que no se puede reintentar.',
	IDEMPOTENCY_CONFLICT: 'Esta clave de idempotencia ya se usó con otros datos. Usa una nueva.',
	EXCHANGE_OAUTH_NOT_OFFERED:
		'El exchange no admite OAuth, o este servicio no está registrado en él. Conecta la cuenta con una clave de API.',
	EXCHANGE_OAUTH_STATE:
		'El regreso desde el exchange es desconocido, ya se usó, ha caducado o es de otro navegador. Empieza de nuevo.',
	EXCHANGE_OAUTH_REFUSED:
		'Rechazaste la conexión en la página del exchange, o el exchange la rechazó. Empieza de nuevo, o usa una clave de API.',
	EXCHANGE_OAUTH_FAILED:
		'El exchange no dio una respuesta útil mientras se conectaba la cuenta. Empieza de nuevo.',
	VENUE_UNAVAILABLE: 'Un exchange no respondió a una solicitud necesaria. Inténtalo de nuevo.',
	VENUE_RATE_LIMITED: 'Se ha alcanzado el límite de solicitudes de un exchange. Espera un momento.',
	UNAUTHORIZED: 'El token falta, es desconocido, ha caducado o fue revocado. Inicia sesión, o usa otro.',
	LOGIN_REFUSED: 'La prueba de inicio de sesión falló. Empieza de nuevo.',
	LOGIN_UNAVAILABLE:
		'Un proveedor de identidad o un nodo de blockchain no respondió. Inténtalo en un momento.',
	FORBIDDEN: 'El token no tiene el permiso de este método. Usa un token con ese permiso.',
	LOGIN_REQUIRED: 'Solo un navegador con la sesión iniciada puede hacer esto. Usa el panel.',
	FORM_REFUSED: 'El formulario no viene de una página de este servicio. Abre la página de nuevo.',
	LOGIN_NOT_ADMITTED:
		'La identidad está probada, pero este servicio no la admite. Pide al operador que te añada a `auth.admitted`.',
	AGENT_STOPPED: 'El agente está detenido para siempre. Crea otro.',
	AGENT_NOT_ALLOWED: 'Un agente no puede hacer esta llamada. Debe hacerla su dueño.',
	RATE_LIMITED: 'Demasiadas llamadas. Espera un momento.',
	network: 'La conexión con el servicio falló o se cortó.',
	timeout: 'El servicio no respondió a tiempo.',
	not_json_rpc: 'La respuesta no es de este servicio. Puede venir de un proxy.',
	closed: 'La conexión con el servicio se cerró.',
};
