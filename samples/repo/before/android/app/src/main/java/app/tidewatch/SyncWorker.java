package app.tidewatch;

import android.appwidget.AppWidgetManager;
import android.content.ComponentName;
import android.content.Context;
import androidx.annotation.NonNull;
import androidx.work.Constraints;
import androidx.work.ExistingPeriodicWorkPolicy;
import androidx.work.NetworkType;
import androidx.work.PeriodicWorkRequest;
import androidx.work.WorkManager;
import androidx.work.Worker;
import androidx.work.WorkerParameters;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Fetches the latest reading every quarter of an hour, also while the app is closed. */
public final class SyncWorker extends Worker {

    private static final String NAME = "tide-sync";
    private static final int MAX_ATTEMPTS = 4;

    public SyncWorker(@NonNull Context context, @NonNull WorkerParameters parameters) {
        super(context, parameters);
    }

    static void ensureScheduled(Context context) {
        Constraints online = new Constraints.Builder()
                .setRequiredNetworkType(NetworkType.CONNECTED)
                .build();
        PeriodicWorkRequest request = new PeriodicWorkRequest.Builder(SyncWorker.class, 15, TimeUnit.MINUTES)
                .setConstraints(online)
                .build();
        WorkManager.getInstance(context)
                .enqueueUniquePeriodicWork(NAME, ExistingPeriodicWorkPolicy.KEEP, request);
    }

    @NonNull
    @Override
    public Result doWork() {
        Context context = getApplicationContext();
        try {
            TideState state = TideApi.create(context).fetchState();
            state.save(context);
        } catch (IOException offline) {
            return getRunAttemptCount() < MAX_ATTEMPTS ? Result.retry() : Result.failure();
        }
        redrawWidgets(context);
        return Result.success();
    }

    private static void redrawWidgets(Context context) {
        AppWidgetManager manager = AppWidgetManager.getInstance(context);
        for (int id : manager.getAppWidgetIds(new ComponentName(context, TideWidget.class))) {
            TideWidget.refresh(context, manager, id);
        }
    }
}
